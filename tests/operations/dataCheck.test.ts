/** `npm run config:check -- --data` counts stored values that do not fit the config. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileMessages, createTranslator } from '../../src/engine/load/compileMessages'
import { seedDemo } from '../../src/server/demo'
import { type Db, openDatabase } from '../../src/server/store/database'
import { checkData } from '../../src/tools/dataCheck'
import { afterFile } from '../support/afterFile'
import { compileWith, packageConfig } from '../support/config'
import { configFiles, i18nFiles } from '../support/configFiles'
import { migratedPostgres, openFolder } from '../support/databases'
import { QUOTE_LINES, QUOTES } from '../support/quotes'
import { insertRow, insertRows } from '../support/rows'

const translate = createTranslator(compileMessages(i18nFiles()).messages)

interface Place {
  data: string
  databaseUrl?: string
}

function newFolder(): Place {
  const data = mkdtempSync(join(tmpdir(), 'fleet-data-'))
  afterFile(() => rmSync(data, { recursive: true }))
  return { data }
}

/** A database that `work` fills: PostgreSQL if there is one, because it is several times as fast as a folder. */
async function filled(work: (db: Db) => Promise<unknown>): Promise<Place> {
  const place = newFolder()
  if (process.env.TEST_DATABASE_URL) place.databaseUrl = await migratedPostgres()
  const { data, databaseUrl } = place
  const db = await (databaseUrl ? openDatabase({ url: databaseUrl }) : openFolder(data))
  await work(db)
  await db.destroy()
  return place
}

async function check(place: Place, changes: Parameters<typeof compileWith>[0] = {}) {
  const { text, ok } = await checkData(compileWith(changes).shared, place, 'config', translate, 'ko')
  return { lines: text.split('\n'), ok }
}

const example = (name: string) => JSON.parse(configFiles()[`examples/${name}.json`]!)
const record = (resource: string, values: object) => ({ resource, data: JSON.stringify(values) })
const sim = (resource: string, values: object) =>
  record(resource, { iccid: '8982300000000000001', carrier: 'skt', ...values })
const rental = (begin: string, end: string) =>
  record('rentals', { title: '가', kind: 'month', price: 1, quantity: 1, begin, end })

async function insertRecords(db: Db) {
  await insertRows(db, 'records', [
    sim('sims', { plan: 'LTE-M 데이터 안심 무제한', note: '예비' }),
    sim('sims', { carrier: 'kt', plan: 'M2M' }),
    sim('sims', { carrier: 'kt' }),
    sim('spares', { plan: 'A', activated: '2019-05-05' }),
    sim('spares', { plan: 'a ', activated: '2021-01-01' }),
    sim('spares', { iccid: '8982300000000000002', plan: 'B' }),
    sim('spares', { plan: 'B' }),
    sim('spares', { iccid: '8982300000000000003' }),
    rental('2026-01-01', '2026-02-01'),
    rental('2026-02-01', '2026-01-01'),
    rental('2026-03-01', '2026-03-01'),
  ])
  for (const lines of [6, 1, 0]) {
    const quote = await insertRow(db, 'records', record('quotes', { title: '가' }))
    for (let nth = 0; nth < lines; nth++)
      await insertRow(db, 'records', record('quote-lines', { name: `${nth}`, amount: 1, quantity: 1, quote }))
  }
}

async function insertBuiltIn(db: Db) {
  await insertRow(db, 'models', { name: 'TX-1' })
  const vendor = { name: '가온', brn: '1248100998', extra: '{"grade":"A"}' }
  const vendor_id = await insertRow(db, 'vendors', vendor)
  const device = (id: string, modem_rsrp: number) => {
    return { id, isdn: `010${id.slice(-8)}`, serial: '', model_id: 1, vendor_id, modem_band: 3, modem_rsrp }
  }
  await insertRows(db, 'devices', [device('490154203237518', -110), device('490154203237526', -90)])
  const client = { name: '김', phone: '', level: 3, password_hash: '' }
  await insertRow(db, 'clients', { ...client, email: 'a@test.local', vendor_id, paid: true })
  await insertRow(db, 'clients', { ...client, email: 'b@test.local' })
}

test('the demo fleet fits the delivered config', async () => {
  const { numbers } = packageConfig().shared.levels
  const demo = await filled(db => seedDemo(db, { now: new Date('2026-11-20T03:00:00Z'), levels: numbers }))
  expect(await check(demo)).toEqual({
    lines: [expect.stringMatching(/^저장된 데이터에도 문제가 없습니다: 기록 \d+개\.$/)],
    ok: true,
  })
})

describe('the check against a stricter config', () => {
  let stored: Place
  beforeAll(async () => {
    stored = await filled(async db => {
      await insertRecords(db)
      await insertBuiltIn(db)
    })
  })

  test('counts removed choices, texts above a lower maximum, missing required values and other types', async () => {
    expect((await check(stored, { 'resources/sims.json': example('sims') })).ok).toBe(true)
    const sims = example('sims')
    sims.fields.carrier.choices = sims.fields.carrier.choices.filter(
      (choice: { value: string }) => choice.value !== 'kt',
    )
    sims.fields.plan.max = 5
    sims.fields.note.required = true
    const { lines, ok } = await check(stored, {
      'resources/sims.json': sims,
      'resources/vendors.json': file => {
        file.fields = { grade: { type: 'number', label: '등급' }, ...file.fields }
      },
    })
    expect(ok).toBe(false)
    expect(lines).toEqual([
      'config/resources/sims.json /fields/plan (요금제) 기록 1개의 값이 최대 길이보다 깁니다. 가장 긴 것은 16자입니다.',
      'config/resources/sims.json /fields/carrier (통신사) 기록 2개가 선택지에 없는 값을 쓰고 있습니다: "kt"',
      'config/resources/sims.json /fields/note (메모) 기록 2개에 필수 값이 없습니다.',
      'config/resources/vendors.json /fields/grade (등급) 기록 1개의 값이 규칙에 맞지 않습니다: 숫자를 입력해 주세요.',
      expect.stringContaining('맞지 않는 곳 4군데'),
    ])
  })

  test('counts repeated values of unique fields and dates outside fixed bounds', async () => {
    const spares = example('sims')
    spares.fields.plan.unique = { within: 'everywhere' }
    spares.fields.iccid.unique = true
    Object.assign(spares.fields.activated, { min: '2020-01-01', max: 'today-10y' })
    const { lines, ok } = await check(stored, { 'resources/spares.json': spares })
    expect(ok).toBe(false)
    expect(lines.slice(0, -1)).toEqual([
      'config/resources/spares.json /fields/activated (개통일) 기록 1개의 값이 규칙에 맞지 않습니다: 2020-01-01 또는 그 이후여야 합니다.',
      'config/resources/spares.json /fields/iccid/unique (ICCID) 값 1개가 기록 3개에 중복되어 있습니다. 예: 8982300000000000001',
      'config/resources/spares.json /fields/plan/unique (요금제) 값 2개가 기록 4개에 중복되어 있습니다. 예: A',
    ])
  })

  test('counts the records that break a check, but not of a check that depends on the time', async () => {
    const rentals = example('rentals')
    rentals.checks.push({ name: 'soon', check: 'begin >= today()', message: '오늘부터입니다.' })
    const { lines, ok } = await check(stored, { 'resources/rentals.json': rentals })
    const found = lines.filter(line => line.includes('/checks/'))
    const period = /rentals.json \/checks\/\d+ \(period\) .*2.*종료일은 시작일보다 뒤여야 합니다/
    expect([ok, ...found]).toEqual([false, expect.stringMatching(period)])
  })

  test('checks built-in fields with the values of the API', async () => {
    const withChecks = (checks: Record<string, string>) => (file: Record<string, unknown>) => {
      file.checks = Object.entries(checks).map(([name, check]) => ({ name, check, message: '아닙니다.' }))
    }
    const { lines } = await check(stored, {
      'resources/devices.json': withChecks({
        signal: 'empty(modem.rsrp) || modem.rsrp > -100',
        band: 'modem.band >= 0',
      }),
      'resources/clients.json': withChecks({
        paid: 'vendor_paid || !paid',
        company: "vendor_name == '가온'",
      }),
    })
    expect(lines.filter(line => line.includes('/checks/'))).toEqual([
      expect.stringMatching(/clients.json .*\(paid\) .*1/),
      expect.stringMatching(/clients.json .*\(company\) .*1/),
      expect.stringMatching(/devices.json .*\(signal\) .*1/),
    ])
  })

  test('counts the records that have too few or too many rows', async () => {
    const { lines } = await check(stored, {
      'resources/quote-lines.json': QUOTE_LINES,
      'resources/quotes.json': {
        ...QUOTES,
        fields: { ...QUOTES.fields, lines: { ...QUOTES.fields.lines, min: 1 } },
      },
    })
    expect(lines.slice(0, 2)).toEqual([
      'config/resources/quotes.json /fields/lines/min (항목) 기록 1개의 행이 1행보다 적습니다.',
      'config/resources/quotes.json /fields/lines/max (항목) 기록 1개의 행이 5행보다 많습니다.',
    ])
  })
})

test('a folder without data, and a database that cannot be reached, are reported', async () => {
  const place = newFolder()
  expect(await check(place)).toEqual({ lines: [`아직 데이터가 없습니다: ${place.data}`], ok: true })
  mkdirSync(join(place.data, 'other'))
  expect((await check(place)).ok).toBe(true)
  const unreachable = await check({ ...place, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
  expect(unreachable).toEqual({ lines: ['데이터베이스에 연결할 수 없습니다.'], ok: false })
})
