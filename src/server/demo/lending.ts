/**
 * The server of a demo lends its devices to `npm run simulate` through a socket in its data folder. The request is one
 * line of JSON (`Wanted`), the response another one with the secrets (`Lent`). The server does not simulate lent
 * devices until the connection ends.
 */
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { connectToFile, readLine, serveAtFile } from '../localSocket'
import type { Env } from '../start/env'
import type { Db } from '../store/database'
import { lendableDevices } from './demoDevices'
import type { Simulating } from './keepSimulating'
import type { SimulatedDevice } from './simulator'

/** The devices to borrow, as JSON in the request line. */
interface Wanted {
  /** Maximum number of devices; all if absent. */
  max?: number | undefined
  /** Only these devices; any if absent. */
  imeis?: readonly string[]
}

interface Lent {
  devices: SimulatedDevice[]
  /** The broker to which they connect. */
  url: string
  /** Whether the server itself simulates devices that are not lent. */
  simulates: boolean
}

export interface Loan extends Lent {
  /** Resolves when the server has ended. */
  over: Promise<void>
  giveBack(): void
}

type Place = Pick<Env, 'data' | 'databaseUrl'>

/** The path of the socket. It depends on the database: servers of several databases may share the default folder. */
function fileOf({ data, databaseUrl }: Place): string {
  const suffix = databaseUrl ? `-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 8)}` : ''
  return join(data, `devices${suffix}.sock`)
}

interface Lender {
  db: Db
  url: string
  simulating: Pick<Simulating, 'lend'> | undefined
}

/**
 * Starts lending.
 *
 * @throws the system's error if the socket cannot be created
 * @returns stops lending
 */
export async function serveDemoDevices(place: Place, lender: Lender): Promise<() => Promise<void>> {
  const loans = new Map<Socket, readonly string[]>()
  const lent = () => [...loans.values()].flat()
  await mkdir(place.data, { recursive: true, mode: 0o700 })
  // One request after another, so that no device is lent twice.
  const read = async (socket: Socket) => JSON.parse(await readLine(socket.setEncoding('utf8'))) as Wanted
  return serveAtFile(fileOf(place), read, async (socket, { max, imeis }) => {
    const alreadyLent = new Set(lent())
    const wanted = imeis && new Set(imeis)
    // These include devices that are lent already, so ask for that many more.
    const all = await lendableDevices(lender.db, max === undefined ? undefined : max + alreadyLent.size)
    const devices = all
      .filter(({ imei }) => !alreadyLent.has(imei) && (wanted?.has(imei) ?? true))
      .slice(0, max)
    if (socket.destroyed) return
    loans.set(
      socket,
      devices.map(({ imei }) => imei),
    )
    socket.once('close', () => {
      loans.delete(socket)
      lender.simulating?.lend(lent())
    })
    lender.simulating?.lend(lent())
    const answer: Lent = { devices, url: lender.url, simulates: lender.simulating !== undefined }
    socket.write(`${JSON.stringify(answer)}\n`)
    // Without reading, the end of the socket would not be reported.
    socket.resume()
  })
}

/** Borrows devices from the server of the demo. @returns `undefined` if no server answers */
export async function borrowDemoDevices(place: Place, wanted: Wanted): Promise<Loan | undefined> {
  const socket = connectToFile(fileOf(place))
  const over = new Promise<void>(resolve => socket.once('close', () => resolve()))
  try {
    socket.write(`${JSON.stringify(wanted)}\n`)
    const lent = JSON.parse(await readLine(socket)) as Lent
    // The socket must not keep the process running.
    socket.resume().unref()
    return { ...lent, over, giveBack: () => void socket.destroy() }
  } catch {
    socket.destroy()
    return undefined
  }
}
