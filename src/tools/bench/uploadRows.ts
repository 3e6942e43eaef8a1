/**
 * Measures an upload of 100,000 devices, from the first byte until all are stored, and the memory growth of the server
 * during one upload and ten at once. The baseline is a COPY of the same rows into the same table, with its indexes and
 * triggers.
 */
import { once } from 'node:events'
import { chmod, cp, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { luhnDigit } from '../../domain/imei'
import { packageRoot } from '../../server/packageRoot'
import { readSheet, writeXlsx } from '../../sheet'
import { startChromium } from '../services/chromium'
import { type Site, startSite, temporaryFolder, withoutStream } from '../services/site'
import { residentMb } from '../soak/memory'
import { translate } from '../translate'
import { newDatabase } from './fleet/largeFleet'
import { median, timed } from './timing'

export const UPLOADED = 100_000
const MODEL = 'FT-100'
/** Simultaneous uploads. */
export const CROWD = 10
const ROUNDS = 3

export interface UploadSpeed {
  engine: string
  uploadMs: number
  /** Only reading the file, in the process of the bench. */
  parsingMs: number
  /** The COPY, from a file that PostgreSQL itself reads; absent on PGlite. */
  copyMs?: number
  /** Maximum growth in MB of the server and its child processes during one upload. */
  grownByOne: number
  /** The same during `CROWD` simultaneous uploads. */
  grownByCrowd: number
  /** The check of the chosen file in Chromium, until its result is shown. */
  checkMs?: number
}

const imeiOf = (index: number) => {
  const digits = `3588${String(index).padStart(10, '0')}`
  return digits + luhnDigit(digits)
}
/** IMEI, phone number, serial number, model. */
const deviceRow = (index: number) => [imeiOf(index), `010${String(80_000_000 + index)}`, `U${index}`, MODEL]
/** The rows of one file. @param fileIndex files of different indexes have no device in common */
const deviceRows = (fileIndex = 0) =>
  Array.from({ length: UPLOADED }, (_, row) => deviceRow(fileIndex * UPLOADED + row))

/** @param server URL of PostgreSQL; default: PGlite */
export async function timeUploads(server?: string): Promise<UploadSpeed> {
  await using folder = await temporaryFolder('fleet-upload-')
  await using database = server ? await newDatabase(server) : undefined
  await using site = await startSite({
    env: {
      FLEET_CONFIG: await writeConfig(folder.path),
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const file = await sheetOf(deviceRows())
  const parsingMs = await timed(() => parse(file))
  const mbBefore = residentMb(site.pid)
  const single = await measurePeak(site, () => timed(() => send(site, file)))
  // PGlite is not meant for ten times as many devices: there, each upload sends the same file again. The server does
  // the same work, then refuses the duplicates.
  const files = await Promise.all(
    Array.from({ length: CROWD }, (_, index) => (database ? sheetOf(deviceRows(index + 1)) : file)),
  )
  const expectedStatus = database ? 200 : 422
  const crowd = await measurePeak(site, () =>
    Promise.all(files.map(file => send(site, file, expectedStatus))),
  )
  const common = {
    parsingMs,
    grownByOne: single.peakMb - mbBefore,
    grownByCrowd: crowd.peakMb - mbBefore,
  }
  if (!database) return { engine: 'PGlite', uploadMs: single.result, ...common }

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    // PostgreSQL runs as another user, which must be able to read the file.
    const csvFile = join(folder.path, 'rows.csv')
    await chmod(folder.path, 0o755)
    const { rows } = await client.query<{ model: number; vendor: number }>(
      `select m.id as model, c.vendor_id as vendor from models m, clients c where m.name = '${MODEL}' and c.email = 'vendor@demo.local'`,
    )
    const { model = 1, vendor = 1 } = rows[0] ?? {}
    const lines = deviceRows().map(([imei, phone, serial]) => [imei, phone, serial, model, vendor].join())
    await writeFile(csvFile, `${lines.join('\n')}\n`)
    const clear = async () => {
      await client.query(`delete from devices where id like '3588%'`)
      await client.query('vacuum devices')
    }
    const uploads: number[] = []
    const copies: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      uploads.push(await timed(() => send(site, file)))
      await clear()
      const copy = `copy devices (id, isdn, serial, model_id, vendor_id) from '${csvFile}' with (format csv)`
      copies.push(await timed(() => client.query(copy)))
    }
    await clear()
    const checkMs = await timeCheck(site, file)
    return { engine: 'PostgreSQL', uploadMs: median(uploads), copyMs: median(copies), checkMs, ...common }
  } finally {
    await client.end()
  }
}

/**
 * Copies the built-in config, with enough rows for PGlite and a long time limit for waiting uploads.
 *
 * @returns the folder of the copy
 */
async function writeConfig(folder: string): Promise<string> {
  const path = join(folder, 'config')
  await cp(join(packageRoot, 'config'), path, { recursive: true })
  const app = JSON.parse(await readFile(join(path, 'app.json'), 'utf8'))
  app.server.pglite.rosterRows = UPLOADED
  app.server.uploads.waitSeconds = 600
  await writeFile(join(path, 'app.json'), JSON.stringify(app))
  return path
}

async function sheetOf(rows: string[][]): Promise<Blob> {
  const pieces: BlobPart[] = []
  const columns = ['IMEI', 'Phone', 'Serial', 'Model'].map(header => ({ header }))
  for await (const piece of writeXlsx([{ name: 'devices', columns, rows }]))
    pieces.push(piece as Uint8Array<ArrayBuffer>)
  return new Blob(pieces)
}

async function parse(file: Blob): Promise<void> {
  let rows = 0
  for await (const _ of readSheet(file.stream())) rows++
  if (rows !== UPLOADED + 1) throw new Error(`${rows} rows were read of ${UPLOADED + 1}`)
}

/** Sends without `fetch`, which waits at most five minutes for a response: the last upload waits for all others. */
async function send(site: Site, file: Blob, expectedStatus = 200): Promise<void> {
  const body = new FormData()
  body.append('file', file, 'devices.xlsx')
  // Encodes the form: the bytes, and the header with their boundary.
  const encoded = new Response(body)
  const upload = request(`${site.url}/api/devices/roster/ul`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await site.token('vendor')}`,
      'content-type': encoded.headers.get('content-type')!,
    },
  })
  upload.end(Buffer.from(await encoded.arrayBuffer()))
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  const responseText = await text(answer)
  if (answer.statusCode !== expectedStatus)
    throw new Error(`the upload answers ${answer.statusCode}: ${responseText}`)
}

const SAMPLE_EVERY_MS = 50

/** The peak memory (MB) of the server and its descendants while the work runs. */
export async function measurePeak<Result>(
  { pid }: Site,
  work: () => Promise<Result>,
): Promise<{ result: Result; peakMb: number }> {
  let peakMb = residentMb(pid)
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      peakMb = Math.max(peakMb, residentMb(pid))
      await wait(SAMPLE_EVERY_MS)
    }
  })()
  try {
    const result = await work()
    return { result, peakMb }
  } finally {
    isDone = true
    await watching
  }
}

/** Times the check in the browser, from choosing the file until the result is shown. */
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
  await page.getByRole('button', { name: translate('roster.dialog.open') }).click()
  const dialog = page.getByRole('dialog')
  const result = translate('roster.check.fine', { rows: UPLOADED.toLocaleString('ko-KR') })
  await dialog.locator('input[type=file]').waitFor({ state: 'attached' })
  // Awaited here: the browser is closed at the end of this block.
  return await timed(async () => {
    await dialog.locator('input[type=file]').setInputFiles(path)
    await dialog.getByText(result).waitFor({ timeout: 300_000 })
  })
}
