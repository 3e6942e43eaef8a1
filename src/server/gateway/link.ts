/** The gateway's interface to a broker, embedded or external. */

export interface Link {
  /** Subscribes to the messages of devices of these parts. */
  join(parts: readonly string[]): Promise<void>
  /** Unsubscribes from these parts. The embedded broker also disconnects their devices. */
  leave(parts: readonly string[]): Promise<void>
  /** Resolves when the broker has accepted the message; rejects if it is not connected. */
  publish(topic: string, payload: string): Promise<void>
  /** Ends the connection of a device; never rejects. */
  end(imei: string): Promise<void>
  close(): Promise<void>
}

export interface LinkEvents {
  /** A message of a device has arrived. If a promise is returned, further messages wait until it settles. */
  onMessage(topic: string, payload: Buffer): Promise<void> | undefined
  /** The broker is connected, without any subscription. */
  onUp(): void
  onDown(): void
  /** A node of a cluster has died without publishing the wills of its devices. */
  onNodeGone?(): void
  /** The last connection of a device has ended. Embedded broker only. */
  onGone?(imei: string): void
}
