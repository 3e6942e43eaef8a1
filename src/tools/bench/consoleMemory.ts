/** Measures the memory that the server needs per connected console (a stream of changes on its own connection). */
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from '../soak/memory'
import type { GatewayWorld } from './gatewayWorld'
import { formatCount, kB, print, targetNote } from './print'

const CONSOLES = 1_440
/** Streams per session; the server is set to accept 100. */
const PER_SESSION = 96
/** Maximum memory of the server per console. */
const MAX_CONSOLE_KB = 50
/** Consoles that connect and disconnect before the measurement, so that memory allocated only once is not counted. */
const WARM_UP = 480
const SETTLE_MS = 3_000

/** @param signIn opens a new session and returns its token */
export async function benchConsoleMemory(site: GatewayWorld['site'], signIn: () => Promise<string>) {
  const tokens: string[] = []
  for (let count = 0; count < CONSOLES; count += PER_SESSION) tokens.push(await signIn())
  const open = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => listen(site.url, tokens[Math.floor(index / PER_SESSION)]!)),
    )
  for (const close of await open(WARM_UP)) close()
  await wait(SETTLE_MS)
  const mbBefore = residentMb(site.pid)
  const closers = await open(CONSOLES)
  await wait(SETTLE_MS)
  const bytesPerConsole = ((residentMb(site.pid) - mbBefore) * 1_000_000) / CONSOLES
  for (const close of closers) close()
  print(`${formatCount(CONSOLES)} consoles that listen`)
  print(
    `  memory of the server   ${kB(bytesPerConsole)} a console${targetNote(`${MAX_CONSOLE_KB} kB`, bytesPerConsole <= MAX_CONSOLE_KB * 1000)}`,
  )
}

/** Opens a stream and waits for its first event. @returns a function that closes it */
function listen(url: string, token: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const request = get(`${url}/api/events`, { headers, agent: false }, response => {
      if (response.statusCode !== 200) return reject(new Error(`a stream answers ${response.statusCode}`))
      response.once('data', () => resolve(() => void request.destroy())).on('error', () => undefined)
    }).on('error', reject)
  })
}
