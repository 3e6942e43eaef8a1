/** Texts that no keyboard types, in every column, in the header and in the file name of every upload (security 40). */
import { expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { importPlan, rosterPlan, type SheetPlan } from '../../src/engine/roster'
import { craftZip, workbookParts } from '../sheet/craft'
import { config, device, owner, requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { ODD_TEXTS, STORABLE, UNSTORABLE } from '../support/oddTexts'
import { findRow, findRows } from '../support/rows'
import { startTestApp } from '../support/server'
import { imeiOf } from '../support/walk'

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true })
const uploads = allEndpoints().filter(({ endpoint }) => endpoint.takes === 'upload')
const { name: model } = await findRow(db, 'models', { id: device.model_id })

type Cells = readonly [header: string, text: string][]

/** Encodes text as UTF-8; a lone surrogate becomes the bytes that some programs write for it. */
const utf8 = (text: string) => {
  const [before = '', after] = text.split('\ud800')
  const parts = [Buffer.from(before), ...(after === undefined ? [] : [Buffer.from('eda080', 'hex')])]
  return Buffer.concat([...parts, Buffer.from(after ?? '')])
}
/** Escapes the characters that XML does not allow, as Excel does. */
const escaped = (text: string) =>
  text.replace(/[\0\ud800]/g, sign => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)

const WRITERS = {
  csv: (cells: Cells) => utf8([0, 1].map(at => cells.map(cell => cell[at]).join()).join('\n')),
  xlsx: (cells: Cells) => {
    const rows = [0, 1].map(at => {
      const texts = cells.map(cell => `<c t="inlineStr"><is><t>${escaped(cell[at]!)}</t></is></c>`)
      return `<row>${texts.join('')}</row>`
    })
    return craftZip(workbookParts(rows.join('')))
  },
}

interface Sheet {
  /** All headers. */
  all: string[]
  /** Headers of columns whose texts are stored as they are. */
  texts: string[]
  /** A row that the upload accepts. */
  row: () => Record<string, string>
}

const headersOf = ({ columns }: SheetPlan, fields: string[]) =>
  fields.map(field => columns.find(column => column.field === field)!.header.ko)

/** No sheet changes the secret of a registered device. */
const devices = rosterPlan(config.current().shared)
const [IMEI, PHONE, SERIAL, MODEL] = headersOf(devices, ['id', 'isdn', 'serial', 'model'])
const DEVICES: Sheet = {
  all: devices.columns.filter(({ field }) => field !== 'secret').map(({ header }) => header.ko),
  texts: headersOf(devices, ['serial', 'version', 'modem.apn']),
  row: () => ({ [IMEI!]: device.id }),
}
const clients = importPlan(config.current().shared, 'clients')!
const [EMAIL] = headersOf(clients, ['email'])
const CLIENTS: Sheet = {
  all: clients.columns.map(({ header }) => header.ko),
  texts: headersOf(clients, ['zone', 'duty']),
  row: () => ({ [EMAIL!]: owner.email }),
}

let count = 0
/** A new device. */
function newDevice(): Record<string, string> {
  const phone = `0108${String(++count).padStart(7, '0')}`
  return { [IMEI!]: imeiOf(5_000 + count), [PHONE!]: phone, [SERIAL!]: 'S', [MODEL!]: model }
}

const SHEETS: Record<string, Sheet> = {
  'devices.rosterUpload': { ...DEVICES, row: newDevice },
  // The list of a batch stores no texts.
  'batches.upload': { ...DEVICES, texts: [] },
  'imports.differences': CLIENTS,
  'imports.run': CLIENTS,
}
const TARGET = { id: device.batch_id!, resource: 'clients' }

/** The response if the sheet cannot be read, or a cell has a character that is not stored. */
const REFUSED = /"code":"(sheet\.(encoding|notSpreadsheet)|control)"/

it.each(uploads)('$name refuses odd texts in its sheet, or stores them', async call => {
  const { all, texts, row: valid } = SHEETS[call.name] ?? DEVICES
  const failures: string[] = []
  const send = async (what: string, file: Uint8Array, fileName = 'a') => {
    const head = utf8(`--edge\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`)
    const payload = Buffer.concat([head, file, Buffer.from('\r\n--edge--\r\n')])
    const request = await requestOf(api, call, TARGET)
    const { statusCode, body } = await api.ask(USERS.master, { ...request, payload } as never)
    if (statusCode >= 500) failures.push(`${what}: ${body}`)
    return { statusCode, body }
  }
  const row = () => Object.entries(valid())
  expect((await send('a valid sheet', WRITERS.xlsx(row()))).statusCode).toBe(200)
  for (const [nth, [kind, text]] of ODD_TEXTS.entries()) {
    await send(`file name with ${kind}`, WRITERS.csv(row()), text)
    for (const [format, write] of Object.entries(WRITERS)) {
      if (format === 'csv' && kind in STORABLE) continue
      const of = `${format} with ${kind}`
      await send(`header of ${of}`, write([...row(), [text, '']]))
      const odd = Object.fromEntries(texts.map(header => [header, text]))
      const { body } = await send(`texts of ${of}`, write(Object.entries({ ...valid(), ...odd })))
      if (texts.length > 0 && kind in UNSTORABLE !== REFUSED.test(body))
        failures.push(`texts of ${of}: ${body}`)
      // Each column gets another text.
      const oddAt = (at: number) => ODD_TEXTS[(nth + at) % ODD_TEXTS.length]![1]
      await send(`columns of ${of}`, write(all.map((header, at) => [header, oddAt(at)])))
    }
  }
  expect(failures).toEqual([])
  const stored = [await findRows(db, 'devices'), await findRows(db, 'clients')]
  expect(JSON.stringify(stored)).not.toMatch(/\ufffd|\\u0000|\\ud800/)
})
