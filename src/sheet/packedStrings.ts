/**
 * Many strings packed into few: as values of their own, millions of short ones take ten times the room of their
 * letters.
 */

/** Strings of a block. */
const BLOCK = 1024

export class PackedStrings {
  readonly #blocks: string[] = []
  /** Where each string ends within its block. */
  #ends = new Uint32Array(BLOCK)
  #open: string[] = []
  #openLength = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(text: string): void {
    if (this.#length === this.#ends.length) this.#grow()
    this.#open.push(text)
    this.#openLength += text.length
    this.#ends[this.#length++] = this.#openLength
    if (this.#open.length < BLOCK) return
    // Joined letters are a copy: what was cut out of the file no longer keeps the piece that it came from.
    this.#blocks.push(this.#open.join(''))
    this.#open = []
    this.#openLength = 0
  }

  /** `undefined` where there is none of this index. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#length) return undefined
    const block = this.#blocks[Math.floor(index / BLOCK)]
    if (block === undefined) return this.#open[index % BLOCK]
    return block.slice(index % BLOCK === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  #grow(): void {
    const ends = new Uint32Array(this.#ends.length * 2)
    ends.set(this.#ends)
    this.#ends = ends
  }
}
