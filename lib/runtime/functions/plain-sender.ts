import { encodeScene, MAX_SCENES, type PlainRoute, type PlainScene } from '../plain/plain-scene';
import type { PlainPayload } from '../ports';
import type { FrameWriter } from './frame-writer';
import { FRAME, NO_NONCE } from './frames';

/** Routes that an instance is told at the most before numbering begins anew: every reload brings new ones. */
const MAX_ROUTES = 4_096;

/** The number of scenes that are told with each call of theirs. */
const FOR_ONE_CALL = 0;

/** Sends plain calls to one instance, which hears of a route and of a scene when it gets the first call of it. */
export class PlainSender {
  readonly #writer: FrameWriter;
  /** The routes that the process knows, with their numbers. */
  readonly #routes = new Map<PlainRoute, number>();
  /** The scenes that it knows, with their numbers, in the order in which it was told. */
  readonly #scenes = new Map<PlainScene, number>();

  public constructor(writer: FrameWriter) {
    this.#writer = writer;
  }

  /** Hot path. */
  public send(nonce: string, payload: PlainPayload, remainingMs: number): void {
    const { scene } = payload;
    const number = this.#scenes.get(scene) ?? this.#tellScene(scene);
    this.#writer.addLatin1(FRAME.plainCall, nonce, payload.encode(number, remainingMs));
  }

  #tellScene(scene: PlainScene): number {
    const number = scene.isRepeated ? this.#freeNumber() : FOR_ONE_CALL;
    if (scene.isRepeated) this.#scenes.set(scene, number);
    const route = this.#routes.get(scene.route) ?? this.#tellRoute(scene.route);
    this.#writer.addLatin1(FRAME.scene, NO_NONCE, encodeScene(number, route, scene));
    return number;
  }

  /** The scene that was told first makes room. */
  #freeNumber(): number {
    if (this.#scenes.size < MAX_SCENES) return this.#scenes.size + 1;
    for (const [oldest, number] of this.#scenes) {
      this.#scenes.delete(oldest);
      return number;
    }
    return FOR_ONE_CALL; // cannot be: there are some
  }

  #tellRoute(route: PlainRoute): number {
    if (this.#routes.size >= MAX_ROUTES) this.#routes.clear();
    const number = this.#routes.size;
    this.#routes.set(route, number);
    this.#writer.add(FRAME.route, NO_NONCE, JSON.stringify([number, route]));
    return number;
  }
}
