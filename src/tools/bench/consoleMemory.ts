/** What consoles that listen cost the server: streams of changes, each on a connection of its own. */
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from '../soak/memory'
import type { GatewayWorld } from './gatewayWorld'
import { kB, many, print, target } from './print'

const CONSOLES = 1_440
/** As many as a session may have. */
const OF_SESSION = 96
/** What one of them may take of the server's memory. */
const CONSOLE_KB = 50
/**
 * What the first ones leave behind belongs to the server; and what many leave behind is collected while the others
 * come.
 */
const WARM_UP = 480
const SETTLE_MS = 3_000

/** @param signIn gives the token of another session */
export async function benchConsoleMemory(site: GatewayWorld['site'], signIn: () => Promise<string>) {
  const tokens: string[] = []
  for (let count = 0; count < CONSOLES; count += OF_SESSION) tokens.push(await signIn())
  const open = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => listen(site.url, tokens[Math.floor(at / OF_SESSION)]!)),
    )
  for (const end of await open(WARM_UP)) end()
  await wait(SETTLE_MS)
  const before = residentMb(site.pid)
  const ends = await open(CONSOLES)
  await wait(SETTLE_MS)
  const each = ((residentMb(site.pid) - before) * 1_000_000) / CONSOLES
  for (const end of ends) end()
  print(`${many(CONSOLES)} consoles that listen`)
  print(
    `  memory of the server   ${kB(each)} a console${target(`${CONSOLE_KB} kB`, each <= CONSOLE_KB * 1000)}`,
  )
}

/** Once it has heard that it is connected. @returns ends it */
function listen(url: string, token: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const request = get(`${url}/api/events`, { headers, agent: false }, response => {
      if (response.statusCode !== 200) return reject(new Error(`a stream answers ${response.statusCode}`))
      response.once('data', () => resolve(() => void request.destroy())).on('error', () => undefined)
    }).on('error', reject)
  })
}
