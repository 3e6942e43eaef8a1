/** `MQTT_URL` is the address of a broker, or those of the nodes of one cluster, separated by commas. */
import { StartProblem } from './startProblem'

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }
const PROTOCOLS = Object.keys(PORTS)

export interface BrokerAddress {
  host: string
  port: number
}

/** A password may hold commas: an address ends where the next one begins. */
const split = (text: string) => text.split(/\s*,\s*(?=[a-z]+:\/\/)/i)

/**
 * Checks the addresses of `MQTT_URL`. They are not repeated: they hold a password.
 *
 * @throws StartProblem naming the first one that cannot be used
 */
export function checkBrokerUrl(text: string): void {
  const addresses = split(text)
  const [first] = addresses
  for (const [at, address] of addresses.entries()) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const isUsable = url && PROTOCOLS.includes(url.protocol) && !url.hash && /^[^,\s]+$/.test(url.hostname)
    const which = { name: 'MQTT_URL', protocols: PROTOCOLS.map(one => `${one}//`).join(', ') }
    if (!isUsable) {
      if (addresses.length === 1 && !text.includes(',')) throw new StartProblem('url', which)
      throw new StartProblem('mqttAddress', { ...which, nth: at + 1 })
    }
    if (besideAddress(address) !== besideAddress(first!))
      throw new StartProblem('mqttAddresses', { nth: at + 1 })
  }
}

/** @param text that `checkBrokerUrl` has accepted @returns at least one */
export function brokerAddresses(text: string): [BrokerAddress, ...BrokerAddress[]] {
  const [first, ...others] = split(text).map(address => {
    const { hostname, port, protocol } = new URL(address)
    // Of IPv6 without the brackets, as sockets take it.
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || PORTS[protocol as keyof typeof PORTS],
    }
  })
  return [first!, ...others]
}

/** The first address: protocol and account are those of all. */
export const firstAddress = (text: string): string => split(text)[0]!

/** For the log: without the account. */
export function withoutAccount(text: string): string {
  const shown = split(text).map(address => {
    const url = new URL(address)
    url.username = ''
    url.password = ''
    url.search = ''
    return url.href.replace(/\/$/, '')
  })
  return shown.join(', ')
}

function besideAddress(address: string): string {
  const { protocol, username, password, pathname, search } = new URL(address)
  return JSON.stringify([protocol, username, password, pathname.replace(/\/$/, ''), search])
}
