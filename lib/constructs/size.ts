import { GatewayError } from '../errors';

/** A size in bytes: this library's `Size`, or the one of aws-cdk-lib. */
export interface ISize {
  /** The number of bytes. */
  toBytes(): number;
}

/** A size in bytes. */
export class Size implements ISize {
  /** A number of bytes. @param amount - zero or more */
  public static bytes(amount: number): Size {
    return new Size(amount);
  }

  /** A number of kibibytes: 1,024 bytes each. @param amount - zero or more */
  public static kibibytes(amount: number): Size {
    return new Size(amount * 1_024);
  }

  /** A number of mebibytes: 1,048,576 bytes each. @param amount - zero or more */
  public static mebibytes(amount: number): Size {
    return new Size(amount * 1_048_576);
  }

  private readonly amount: number;

  private constructor(amount: number) {
    if (!Number.isFinite(amount) || amount < 0) throw new GatewayError('SIZE_INVALID', { given: String(amount) });
    this.amount = amount;
  }

  public toBytes(): number {
    return this.amount;
  }
}
