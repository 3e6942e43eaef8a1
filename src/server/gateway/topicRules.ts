/** What one device may do at a broker; brokers elsewhere are told the same rules (PROTOCOL.md). */
import { helloTopic, orderTopic, partOf, readUpTopic } from '../../contract/deviceMessages'

const IMEI = /^\d{15}$/
const MOST_CLIENT_ID = 64

/** The device that a client says it is: its user name, with which its client id begins. */
export function imeiOfClient(clientId: string, username: string | undefined): string | undefined {
  if (!username || !IMEI.test(username) || clientId.length > MOST_CLIENT_ID) return undefined
  return clientId === username || clientId.startsWith(`${username}-`) ? username : undefined
}

/** Whether a device may leave such a will: of its own presence. */
export function isOwnWill(imei: string | undefined, { topic }: { topic: string }): boolean {
  const sender = readUpTopic(topic)
  return sender !== undefined && sender.imei === imei && sender.kind === 'presence'
}

/** Its own orders, and the question to all devices of its part. */
export function isOwnFilter(imei: string, filter: string): boolean {
  return [orderTopic(imei), orderTopic(imei).replace(/order$/, '#'), helloTopic(partOf(imei))].includes(
    filter,
  )
}
