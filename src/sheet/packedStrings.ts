/**
 * Stores many short strings joined into few long ones: millions of separate strings take ten times the memory of their
 * characters.
 */

/** Strings per block. */
const BLOCK_SIZE = 1024

export class PackedStrings {
  readonly #blocks: string[] = []
  /** The end offset of each string within its block. */
  #ends = new Uint32Array(BLOCK_SIZE)
  #pending: string[] = []
  #pendingLength = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(text: string): void {
    if (this.#length === this.#ends.length) this.#grow()
    this.#pending.push(text)
    this.#pendingLength += text.length
    this.#ends[this.#length++] = this.#pendingLength
    if (this.#pending.length < BLOCK_SIZE) return
    // The texts may be parts of the text of a file, and keep all of it in memory. join() copies their characters.
    this.#blocks.push(this.#pending.join(''))
    this.#pending = []
    this.#pendingLength = 0
  }

  /** `undefined` if the index is out of range. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#length) return undefined
    const block = this.#blocks[Math.floor(index / BLOCK_SIZE)]
    if (block === undefined) return this.#pending[index % BLOCK_SIZE]
    return block.slice(index % BLOCK_SIZE === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  #grow(): void {
    const ends = new Uint32Array(this.#ends.length * 2)
    ends.set(this.#ends)
    this.#ends = ends
  }
}
