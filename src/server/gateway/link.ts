/** What a gateway needs of a broker, be it its own or another. */

export interface Link {
  /** Receives from now on what the devices of these parts say. */
  join(parts: readonly string[]): Promise<void>
  leave(parts: readonly string[]): Promise<void>
  /** Settles when the broker has it; rejects without a broker. */
  publish(topic: string, payload: string): Promise<void>
  /** Ends the connection of a device; never rejects. */
  end(imei: string): Promise<void>
  close(): Promise<void>
}

export interface LinkEvents {
  /** The next messages wait until it settles. */
  onMessage(topic: string, payload: Buffer): Promise<void> | undefined
  /** The broker is there, and knows of no subscription. */
  onUp(): void
  onDown(): void
  /** A node of the broker's cluster has ended, without the wills of its devices; a broker of one node does not tell. */
  onNodeGone?(): void
  /** The last connection of a device has ended; a broker elsewhere does not tell. */
  onGone?(imei: string): void
}
