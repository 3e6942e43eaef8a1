/** `npm run config:check -- --data`: what is stored, held against the config, with counts. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages, createTranslator } from '../../src/engine/load/compileMessages'
import { serveCopies } from '../../src/server/copyService'
import { seedDemo } from '../../src/server/demo'
import { type Db, openDatabase } from '../../src/server/store/database'
import { checkData } from '../../src/tools/dataCheck'
import { configFiles, i18nFiles } from '../support/configFiles'
import { migratedPostgres, openFolder } from '../support/databases'

const files = configFiles()
const translate = createTranslator(compileMessages(i18nFiles()).messages)
let data: string
let databaseUrl: string | undefined

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fleet-data-'))
  databaseUrl = undefined
})
afterEach(() => rmSync(data, { recursive: true }))

/** A database with these records: PostgreSQL where there is one, since it is several times as quick. */
async function fill(work: (db: Db) => Promise<unknown>): Promise<void> {
  if (process.env.TEST_DATABASE_URL) databaseUrl = await migratedPostgres()
  const db = await (databaseUrl ? openDatabase({ url: databaseUrl }) : openFolder(data))
  await work(db)
  await db.destroy()
}

function configOf(changed: Record<string, string> = {}) {
  const result = compileConfig({ ...files, 'resources/sims.json': files['examples/sims.json']!, ...changed })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config.shared
}

const check = async (config = configOf()) => {
  const { text, ok } = await checkData(config, { data, databaseUrl }, 'config', translate, 'ko')
  return { lines: text.split('\n'), ok }
}

const sim = (fields: Record<string, unknown>) => ({
  resource: 'sims',
  data: JSON.stringify({ iccid: '8982300000000000001', carrier: 'skt', ...fields }),
})

test('the demo fleet fits the config that is delivered', async () => {
  const config = configOf()
  await fill(db => seedDemo(db, { now: new Date('2026-11-20T03:00:00Z'), levels: config.levels.numbers }))
  const { lines, ok } = await check(config)
  expect({ lines, ok }).toEqual({
    lines: [expect.stringMatching(/^저장된 데이터에도 문제가 없습니다: 기록 \d+개\.$/)],
    ok: true,
  })
})

test('a choice that is gone, a maximum below what is stored and a field that became required are named with counts', async () => {
  await fill(async db => {
    await db
      .insertInto('records')
      .values([
        sim({ plan: 'LTE-M 데이터 안심 무제한', note: '예비' }),
        sim({ carrier: 'kt', plan: 'M2M' }),
        sim({ carrier: 'kt' }),
      ])
      .execute()
    await db
      .insertInto('vendors')
      .values({ name: '가온', brn: '1248100998', extra: '{"grade":"A"}' })
      .execute()
  })
  expect((await check()).ok).toBe(true)

  const file = JSON.parse(files['examples/sims.json']!)
  file.fields.carrier.choices = file.fields.carrier.choices.filter(
    (choice: { value: string }) => choice.value !== 'kt',
  )
  file.fields.plan.max = 5
  file.fields.note.required = true
  const vendors = files['resources/vendors.json']!.replace(
    '"fields": {',
    '"fields": { "grade": { "type": "number", "label": "등급" },',
  )
  const { lines, ok } = await check(
    configOf({ 'resources/sims.json': JSON.stringify(file), 'resources/vendors.json': vendors }),
  )
  expect(ok).toBe(false)
  expect(lines).toEqual([
    'config/resources/sims.json /fields/plan (요금제) 기록 1개의 값이 최대 길이보다 깁니다. 가장 긴 것은 16자입니다.',
    'config/resources/sims.json /fields/carrier (통신사) 기록 2개가 선택지에 없는 값을 쓰고 있습니다: "kt"',
    'config/resources/sims.json /fields/note (메모) 기록 2개에 필수 값이 없습니다.',
    'config/resources/vendors.json /fields/grade (등급) 기록 1개의 값이 규칙에 맞지 않습니다: 숫자를 입력해 주세요.',
    expect.stringContaining('맞지 않는 곳 4군데'),
  ])
})

test('values that are stored more than once are counted, with an example, and dates outside lasting bounds', async () => {
  await fill(db =>
    db
      .insertInto('records')
      .values([
        sim({ plan: 'A', activated: '2019-05-05' }),
        sim({ plan: 'a ', activated: '2021-01-01' }),
        sim({ iccid: '8982300000000000002', plan: 'B' }),
        { ...sim({ plan: 'B' }), vendor_id: 0, maker_id: null },
        sim({ iccid: '8982300000000000003' }),
      ])
      .execute(),
  )
  const file = JSON.parse(files['examples/sims.json']!)
  file.fields.plan.unique = { within: 'everywhere' }
  file.fields.iccid.unique = true
  file.fields.activated.min = '2020-01-01'
  file.fields.activated.max = 'today-10y'
  const { lines, ok } = await check(configOf({ 'resources/sims.json': JSON.stringify(file) }))
  expect(ok).toBe(false)
  expect(lines.slice(0, -1)).toEqual([
    'config/resources/sims.json /fields/activated (개통일) 기록 1개의 값이 규칙에 맞지 않습니다: 2020-01-01 또는 그 이후여야 합니다.',
    'config/resources/sims.json /fields/iccid/unique (ICCID) 값 1개가 기록 3개에 중복되어 있습니다. 예: 8982300000000000001',
    'config/resources/sims.json /fields/plan/unique (요금제) 값 2개가 기록 4개에 중복되어 있습니다. 예: A',
  ])
})

test('records that break a rule over several fields are counted by rule, unless the rule moves with the time', async () => {
  const rentals = JSON.parse(files['examples/rentals.json']!)
  rentals.checks.push({ name: 'soon', check: 'begin >= today()', message: '오늘부터입니다.' })
  const config = configOf({ 'resources/rentals.json': JSON.stringify(rentals) })
  const rental = (begin: string, end: string) => ({
    resource: 'rentals',
    data: JSON.stringify({ title: '가', kind: 'month', price: 1, quantity: 1, begin, end }),
  })
  await fill(db =>
    db
      .insertInto('records')
      .values([
        rental('2026-01-01', '2026-02-01'),
        rental('2026-02-01', '2026-01-01'),
        rental('2026-03-01', '2026-03-01'),
      ])
      .execute(),
  )
  const { lines, ok } = await check(config)
  expect(ok).toBe(false)
  const at = rentals.checks.findIndex(({ name }: { name: string }) => name === 'period')
  expect(lines.filter(line => line.includes('/checks/'))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^config/resources/rentals.json /checks/${at} \\(period\\) .*2.*종료일은 시작일보다 뒤여야 합니다`,
      ),
    ),
  ])
})

test('rules look at fields of the product as they are on the wire', async () => {
  const changed = (name: string, ...checks: [string, string][]) => {
    const file = JSON.parse(files[`resources/${name}.json`]!)
    file.checks = checks.map(([rule, check]) => ({ name: rule, check, message: `${rule}입니다.` }))
    return [`resources/${name}.json`, JSON.stringify(file)]
  }
  const config = configOf(
    Object.fromEntries([
      changed('devices', ['signal', 'empty(modem.rsrp) || modem.rsrp > -100'], ['band', 'modem.band >= 0']),
      changed('clients', ['paid', 'vendor_paid || !paid'], ['company', "vendor_name == '가온'"]),
    ]),
  )
  await fill(async db => {
    await db.insertInto('models').values({ name: 'TX-1' }).execute()
    const { id: vendor_id } = await db
      .insertInto('vendors')
      .values({ name: '가온', brn: '1248100998' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const device = (id: string, modem_rsrp: number) => ({
      id,
      isdn: `010${id.slice(-8)}`,
      serial: '',
      model_id: 1,
      vendor_id,
      modem_band: 3,
      modem_rsrp,
    })
    await db
      .insertInto('devices')
      .values([device('490154203237518', -110), device('490154203237526', -90)])
      .execute()
    const client = { name: '김', phone: '', level: 3, password_hash: '' }
    await db
      .insertInto('clients')
      .values([
        { ...client, email: 'a@test.local', vendor_id, paid: true },
        { ...client, email: 'b@test.local', vendor_id: 0 },
      ])
      .execute()
  })
  const { lines } = await check(config)
  expect(lines.filter(line => line.includes('/checks/'))).toEqual([
    expect.stringMatching(/clients.json .*\(paid\) .*1/),
    expect.stringMatching(/clients.json .*\(company\) .*1/),
    expect.stringMatching(/devices.json .*\(signal\) .*1/),
  ])
})

test('looking changes nothing, and a folder without data is told so', async () => {
  expect(await check()).toEqual({ lines: [`아직 데이터가 없습니다: ${data}`], ok: true })
  mkdirSync(join(data, 'other'))
  expect((await check()).ok).toBe(true)
})

test('a folder that a server uses is looked at all the same', async () => {
  const db = await openFolder(data)
  const endCopies = await serveCopies(db, data)
  await db
    .insertInto('records')
    .values(sim({ carrier: 'gone' }))
    .execute()
  const { lines, ok } = await check()
  await db
    .insertInto('records')
    .values(sim({ carrier: 'kt' }))
    .execute()
  await endCopies()
  await db.destroy()
  expect([ok, lines[0]]).toEqual([
    false,
    'config/resources/sims.json /fields/carrier (통신사) 기록 1개가 선택지에 없는 값을 쓰고 있습니다: "gone"',
  ])
})

test('a database that cannot be reached is told so', async () => {
  const place = { data, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await checkData(configOf(), place, 'config', translate, 'ko')).toEqual({
    text: '데이터베이스에 연결할 수 없습니다.',
    ok: false,
  })
})
