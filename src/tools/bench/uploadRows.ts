/**
 * What an upload of 100,000 devices costs, from the first byte sent to all of them stored: beside a bare COPY of the same rows into the
 * same table, with its indexes and triggers; and how much the server grows with one upload and with ten at once.
 */
import { chmod, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { luhnDigit } from '../../domain/imei'
import { packageRoot } from '../../server/packageRoot'
import { writeXlsx } from '../../sheet'
import { startChromium } from '../chromium'
import { say } from '../say'
import { type Site, startSite, temporaryFolder, withoutStream } from '../site'
import { residentMb } from '../soak/memory'
import { newDatabase } from './orderWorld'
import { median, timed } from './timing'

export const UPLOADED = 100_000
const MODEL = 'FT-100'
/** Uploads at once. */
export const CROWD = 10
const ROUNDS = 3

export interface UploadSpeed {
  engine: string
  uploadMs: number
  /** On PostgreSQL, read by the server of the database itself. */
  copyMs?: number
  /** MB that the server grew by at most. */
  grownByOne: number
  grownByCrowd: number
  /** The check of the chosen file in Chromium, until its result is shown. */
  checkMs?: number
}

const imei = (at: number) => {
  const digits = `35880000${String(at).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const device = (at: number) => [imei(at), `0108${String(at).padStart(7, '0')}`, `U${at}`, MODEL]
const devices = () => Array.from({ length: UPLOADED }, (_, at) => device(at))

/** @param server of PostgreSQL; PGlite without it */
export async function timeUploads(server?: string): Promise<UploadSpeed> {
  await using folder = await temporaryFolder('fleet-upload-')
  await using database = server ? await newDatabase(server) : undefined
  await using site = await startSite({
    env: {
      FLEET_CONFIG: await configOf(folder.path),
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const file = await sheetOf(['IMEI', 'Phone', 'Serial', 'Model'], devices())
  // Once for the server to be warm; whoever comes later finds the devices registered and is refused behind the same work.
  const before = residentMb(site.pid)
  const first = await peakOf(site, () => timed(() => send(site, file, 200)))
  const crowd = await peakOf(site, () =>
    Promise.all(Array.from({ length: CROWD }, () => send(site, file, 422))),
  )
  const memory = { grownByOne: first.peak - before, grownByCrowd: crowd.peak - before }
  if (!database) return { engine: 'PGlite', uploadMs: first.result, ...memory }

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const rows = join(folder.path, 'rows.csv')
    await chmod(folder.path, 0o755)
    const { rows: found } = await client.query<{ id: number; vendor: number }>(
      `select m.id, c.vendor_id as vendor from models m, clients c where m.name = '${MODEL}' and c.email = 'vendor@demo.local'`,
    )
    const { id = 1, vendor = 1 } = found[0] ?? {}
    const text = devices().map(([imei, phone, serial]) => [imei, phone, serial, id, vendor].join())
    await writeFile(rows, `${text.join('\n')}\n`)
    const clear = async () => {
      await client.query(`delete from devices where id like '35880000%'`)
      await client.query('vacuum devices')
    }
    const uploads: number[] = []
    const copies: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      uploads.push(await timed(() => send(site, file, 200)))
      await clear()
      const copy = `copy devices (id, isdn, serial, model_id, vendor_id) from '${rows}' with (format csv)`
      copies.push(await timed(() => client.query(copy)))
    }
    await clear()
    const checkMs = await timeCheck(site, file)
    return { engine: 'PostgreSQL', uploadMs: median(uploads), copyMs: median(copies), checkMs, ...memory }
  } finally {
    await client.end()
  }
}

/** The delivered config, in which PGlite takes as many rows as PostgreSQL, and nobody waits in vain. */
async function configOf(folder: string): Promise<string> {
  const path = join(folder, 'config')
  await cp(join(packageRoot, 'config'), path, { recursive: true })
  const app = JSON.parse(await readFile(join(path, 'app.json'), 'utf8'))
  app.server.pglite.rosterRows = UPLOADED
  app.server.uploads.waitSeconds = 600
  await writeFile(join(path, 'app.json'), JSON.stringify(app))
  return path
}

async function sheetOf(header: string[], rows: string[][]): Promise<Blob> {
  const pieces: BlobPart[] = []
  const columns = header.map(name => ({ header: name }))
  for await (const piece of writeXlsx([{ name: 'devices', columns, rows }]))
    pieces.push(piece as Uint8Array<ArrayBuffer>)
  return new Blob(pieces)
}

async function send(site: Site, file: Blob, expected: number): Promise<void> {
  const body = new FormData()
  body.append('file', file, 'devices.xlsx')
  const headers = { authorization: `Bearer ${await site.token('vendor')}` }
  const answer = await fetch(`${site.url}/api/devices/roster/ul`, { method: 'POST', headers, body })
  if (answer.status !== expected)
    throw new Error(`the upload answers ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

const EVERY_MS = 50

/** What the server and whatever it has started take at most meanwhile. */
async function peakOf<Result>(
  { pid }: Site,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = residentMb(pid)
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentMb(pid))
      await wait(EVERY_MS)
    }
  })()
  try {
    const result = await work()
    return { result, peak }
  } finally {
    isDone = true
    await watching
  }
}

/** From the choice of the file until the dialog says what was found. */
async function timeCheck(site: Site, file: Blob): Promise<number> {
  await using folder = await temporaryFolder('fleet-check-')
  const path = join(folder.path, 'devices.xlsx')
  await writeFile(path, Buffer.from(await file.arrayBuffer()))
  await using browser = await startChromium()
  const page = await browser.newPage({ locale: 'ko-KR' })
  const token = await site.token('vendor')
  await page.addInitScript(value => localStorage.setItem('token', value), token)
  await withoutStream(page)
  await page.goto(`${site.url}/app/devices`)
  await page.getByRole('button', { name: say('roster.dialog.open') }).click()
  const dialog = page.getByRole('dialog')
  const fine = say('roster.check.fine', { rows: UPLOADED.toLocaleString('ko-KR') })
  await dialog.locator('input[type=file]').waitFor({ state: 'attached' })
  return timed(async () => {
    await dialog.locator('input[type=file]').setInputFiles(path)
    await dialog.getByText(fine).waitFor({ timeout: 300_000 })
  })
}
