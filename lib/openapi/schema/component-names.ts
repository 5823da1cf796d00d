/** Letters and digits, which is what API Gateway takes for names of models. */
const OTHER = /[^A-Za-z0-9]+/;

/** Names of the schemas of one document. What is taken gets a number. */
export class ComponentNames {
  private readonly taken: Set<string>;

  /** @param models - names that are given and stay as they are */
  public constructor(models: readonly string[]) {
    this.taken = new Set(models);
  }

  /** A free name for a place in the schema of a model: `Pet`, `/definitions/owner` → `PetOwner`. */
  public add(model: string, pointer: string): string {
    const words = pointer.split(OTHER).filter((word) => word !== '' && word !== 'definitions' && word !== 'properties');
    const wanted = `${model}${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`;
    let name = wanted;
    for (let count = 2; this.taken.has(name); count += 1) name = `${wanted}${count}`;
    this.taken.add(name);
    return name;
  }
}
