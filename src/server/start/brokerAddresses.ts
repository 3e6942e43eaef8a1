/** Parses `MQTT_URL`: the address of a broker, or of all nodes of a cluster, separated by commas. */
import { StartProblem } from './startProblem'

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }
const PROTOCOLS = Object.keys(PORTS)

export interface BrokerAddress {
  host: string
  port: number
}

/** Splits only at commas before a new address, since a password may contain commas. */
const split = (text: string) => text.split(/\s*,\s*(?=[a-z]+:\/\/)/i)

/**
 * Checks the addresses of `MQTT_URL`. Messages do not repeat them: they contain a password.
 *
 * @throws StartProblem for the first invalid address
 */
export function checkBrokerUrl(text: string): void {
  const addresses = split(text)
  const [first] = addresses
  for (const [index, address] of addresses.entries()) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    // A host with a comma: several addresses without the protocol in each.
    const isUsable = url && PROTOCOLS.includes(url.protocol) && !url.hash && /^[^,\s]+$/.test(url.hostname)
    const params = { name: 'MQTT_URL', protocols: PROTOCOLS.map(protocol => `${protocol}//`).join(', ') }
    if (!isUsable) {
      if (addresses.length === 1 && !text.includes(',')) throw new StartProblem('url', params)
      throw new StartProblem('mqttAddress', { ...params, nth: index + 1 })
    }
    if (commonPart(address) !== commonPart(first!))
      throw new StartProblem('mqttAddresses', { nth: index + 1 })
  }
}

/** The addresses of a value that `checkBrokerUrl` has accepted. */
export function brokerAddresses(text: string): [BrokerAddress, ...BrokerAddress[]] {
  const [first, ...others] = split(text).map(address => {
    const { hostname, port, protocol } = new URL(address)
    // Sockets expect IPv6 addresses without brackets.
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || PORTS[protocol as keyof typeof PORTS],
    }
  })
  return [first!, ...others]
}

/** The first address; protocol and account are the same in all. */
export const firstAddress = (text: string): string => split(text)[0]!

/** The addresses without the account, for the log. */
export function withoutAccount(text: string): string {
  const urls = split(text).map(address => {
    const url = new URL(address)
    url.username = ''
    url.password = ''
    url.search = ''
    return url.href.replace(/\/$/, '')
  })
  return urls.join(', ')
}

/** Protocol, account, path and query, which must be the same in all addresses. */
function commonPart(address: string): string {
  const { protocol, username, password, pathname, search } = new URL(address)
  return JSON.stringify([protocol, username, password, pathname.replace(/\/$/, ''), search])
}
