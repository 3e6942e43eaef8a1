/** Bounds how many devices connect at the same time: of more than a broker can look at all would be too late. */
export class Turns {
  readonly #having = new Set<object>()
  readonly #waiting = new Map<object, () => void>()

  constructor(private readonly most: number) {}

  /** @param begin called now or later, unless `end` is called before */
  take(who: object, begin: () => void): void {
    if (this.#having.has(who)) return
    if (this.#having.size >= this.most) return void this.#waiting.set(who, begin)
    this.#having.add(who)
    begin()
  }

  end(who: object): void {
    this.#waiting.delete(who)
    if (!this.#having.delete(who)) return
    const [first] = this.#waiting
    if (!first) return
    this.#waiting.delete(first[0])
    this.take(...first)
  }
}
