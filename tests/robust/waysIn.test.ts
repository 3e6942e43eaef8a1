/**
 * Every way in uses the same validator (security 49): a wrong value of any kind of field is not stored by a form, a
 * call, the profile or a spreadsheet.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { isBrn } from '../../src/domain/brn'
import { compileWith } from '../support/config'
import { allRecords, findRow, findRows, insertRow } from '../support/rows'
import { atScale } from '../support/scale'
import { refusedFields, startTestApp, statusOf } from '../support/server'
import { imeiOf } from '../support/walk'

type Json = Record<string, unknown>

/** Fields that config adds to every resource: one of each kind, and some with a condition. */
const ADDED: Record<string, Json> = {
  x_text: { type: 'text', max: 5, rules: [{ rule: 'pattern', value: 'A\\d+' }] },
  x_lines: { type: 'multiline', max: 10 },
  x_number: { type: 'number', min: 1, max: 10, rules: ['integer'] },
  x_flag: { type: 'boolean' },
  x_day: { type: 'date' },
  x_time: { type: 'datetime' },
  x_choice: { type: 'select', choices: ['a', 'b'].map(value => ({ value, label: `선택 ${value}` })) },
  x_many: {
    type: 'multi-select',
    max: 2,
    choices: ['a', 'b', 'c'].map(value => ({ value, label: `여럿 ${value}` })),
  },
  x_ref: { type: 'reference', reference: 'things' },
  x_within: { type: 'reference', reference: 'things', dependsOn: { parent: 'x_ref' } },
  x_mail: { type: 'email' },
  x_phone: { type: 'phone' },
  x_url: { type: 'url' },
  x_color: { type: 'color' },
  x_json: { type: 'json' },
  x_image: { type: 'image', max: 40 },
  x_password: { type: 'password', rules: ['password'] },
  x_master: { type: 'text', write: 'master' },
  x_secret: { type: 'text', read: 'master' },
  x_never: { type: 'text', write: 'never' },
  x_hidden: { type: 'text', visible: { field: 'x_flag', eq: true } },
  x_fixed: { type: 'text', readOnly: { field: 'x_flag', eq: false } },
  x_then: { type: 'text', required: { when: { field: 'x_choice', eq: 'b' } } },
}
const NOT_IN_SHEETS = ['x_password', 'x_never']

/** Valid values, as a call sends them and as a sheet has them. Thing 1 is of the users' vendor. */
const VALID: Record<string, [value: unknown, cell: string]> = {
  x_text: ['A12', 'A12'],
  x_lines: ['한 줄', '한 줄'],
  x_number: [7, '7'],
  x_flag: [true, '예'],
  x_day: ['2026-03-05', '2026-03-05'],
  x_time: ['2026-03-05T10:30:00.000Z', '2026-03-05 10:30'],
  x_choice: ['a', '선택 a'],
  x_many: [['a', 'c'], '여럿 a, c'],
  x_ref: [1, '우리 것'],
  x_within: [3, '우리 것의 부분'],
  x_mail: ['a@b.kr', 'a@b.kr'],
  x_phone: ['01012345678', '010-1234-5678'],
  x_url: ['https://a.kr/', 'https://a.kr/'],
  x_color: ['#1A2B3C', '#1A2B3C'],
  x_json: [{ on: 1 }, '{"on": 1}'],
  x_image: ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  x_hidden: ['보임', '보임'],
  x_fixed: ['고침', '고침'],
  x_then: ['그러면', '그러면'],
}
const validValues = Object.fromEntries(Object.entries(VALID).map(([name, [value]]) => [name, value]))
const validCells = Object.fromEntries(Object.entries(VALID).map(([name, [, cell]]) => [name, cell]))

/** A wrong value. */
interface Flaw {
  field: string
  value: unknown
  /** The value as text in a sheet; absent if a sheet cannot hold it. */
  cell?: string
  /** Further fields of the request. */
  with?: Record<string, string>
  /** Masters may send it. */
  belowMaster?: true
  /** A condition hides or locks the field: a call ignores the value, a sheet refuses it, and neither stores it. */
  ignored?: true
}
const sameInSheet = (field: string, ...values: string[]): Flaw[] =>
  values.map(value => ({ field, value, cell: value }))
const FLAWS: Flaw[] = [
  ...sameInSheet('x_text', 'B12', 'A12345'),
  { field: 'x_text', value: 12 },
  { field: 'x_text', value: 'A1\u0000' },
  ...sameInSheet('x_lines', 'x'.repeat(11)),
  { field: 'x_number', value: 11, cell: '11' },
  { field: 'x_number', value: 0, cell: '0' },
  { field: 'x_number', value: 1.5, cell: '1.5' },
  ...sameInSheet('x_number', 'x'),
  { field: 'x_number', value: '5' },
  ...sameInSheet('x_flag', 'maybe'),
  ...sameInSheet('x_day', '2026-02-30'),
  ...sameInSheet('x_time', 'soon'),
  ...sameInSheet('x_choice', 'gone'),
  { field: 'x_many', value: ['a', 'gone'], cell: 'a, gone' },
  { field: 'x_many', value: ['a', 'b', 'c'], cell: 'a, b, c' },
  { field: 'x_ref', value: 2, cell: '남의 것', belowMaster: true },
  { field: 'x_ref', value: 2, cell: '2', belowMaster: true },
  { field: 'x_ref', value: 999, cell: '999' },
  { field: 'x_ref', value: { id: 1 } },
  { field: 'x_within', value: 1, cell: '우리 것', with: { x_ref: '우리 것' } },
  { field: 'x_within', value: 3, cell: '우리 것의 부분' },
  ...sameInSheet('x_mail', 'nobody'),
  // The second lost its leading zero in a spreadsheet; without it there are nine digits.
  ...sameInSheet('x_phone', '123', '212345678'),
  ...sameInSheet('x_url', 'javascript:alert(1)'),
  ...sameInSheet('x_color', 'red'),
  ...sameInSheet('x_json', '{'),
  ...sameInSheet('x_image', 'data:text/html,x', 'https://a.kr/a.png', '//a.kr/a.png', '/a.png'),
  ...sameInSheet('x_image', 'data:image/svg+xml;base64,PHN2Zz4=', 'data:image/png;base64,PHN2Zz48L3N2Zz4='),
  ...sameInSheet('x_image', `data:image/png;base64,${'iVBORw0KGgoA'.repeat(3)}`),
  { field: 'x_password', value: 'short' },
  { field: 'x_password', value: 'password' },
  { field: 'x_then', value: '', cell: '', with: { x_choice: 'b' } },
  { field: 'x_master', value: '내 것', cell: '내 것', belowMaster: true },
  { field: 'x_secret', value: '몰래', cell: '몰래', belowMaster: true },
  { field: 'x_never', value: '몰래' },
  { field: 'x_hidden', value: '숨은 값', cell: '숨은 값', ignored: true },
  { field: 'x_fixed', value: '굳은 값', cell: '굳은 값', ignored: true },
]
const flawsFor = (who: string) => FLAWS.filter(({ belowMaster }) => who !== 'master' || !belowMaster)
const CELL_FLAWS = FLAWS.filter(({ cell }) => cell !== undefined)

/** `npm test` tries every flaw by one of the ways; `npm run wide` tries all of them by all ways. */
const share = (flaws: readonly Flaw[], nth: number, parts: number) => {
  const shares = atScale(parts, 1)
  return flaws.filter((_, index) => index % shares === nth % shares)
}

const RESOURCES = ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices']
const THINGS = {
  label: '물건',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'vendor' },
  fields: {
    name: { type: 'text', label: '이름', required: true },
    parent: { type: 'reference', reference: 'things', label: '전체' },
  },
}
const LABELLED = Object.fromEntries(
  Object.entries(ADDED).map(([name, field]) => [name, { label: `추가 ${name}`, ...field }]),
)
const addFields = (file: { fields: Json }) => void Object.assign(file.fields, structuredClone(LABELLED))
const current = compileWith({
  'resources/things.json': { ...THINGS, fields: { ...THINGS.fields, ...LABELLED } },
  ...Object.fromEntries(RESOURCES.map(name => [`resources/${name}.json`, addFields])),
  'roster.json': file => {
    const columns = file.columns as Json[]
    for (const name of Object.keys(ADDED))
      if (!NOT_IN_SHEETS.includes(name)) columns.push({ field: name, header: name })
    // Every level gets the column of the vendor, so that the server has to refuse its values.
    for (const column of columns) if (column.field === 'vendor') delete column.level
  },
})
const api = await startTestApp(undefined, { current: () => current })
const { db } = api
await insertRow(db, 'vendors', { name: '누리' })
await insertRow(db, 'models', { name: 'FT-100' })
await insertRow(db, 'batches', { name: '수도권', vendor_id: 1, model_id: 1 })
await insertRow(db, 'bunches', { name: '강북', batch_id: 1 })
await insertRow(db, 'methods', { code: 'apn', caption: 'APN', content: '{"Type":"text"}' })
await api.addAccount({ email: 'target@test.local', level: 3, vendor: 1 })
const addThing = (vendor_id: number, data: Json) =>
  insertRow(db, 'records', { resource: 'things', vendor_id, maker_id: 1, data: JSON.stringify(data) })
await addThing(1, { name: '우리 것' })
await addThing(2, { name: '남의 것' })
await addThing(1, { name: '우리 것의 부분', parent: 1 })

interface Response {
  status: number
  /** Fields or columns that were refused. */
  refused: string[]
  body: string
}
type Way = (fields: Json) => Promise<Response>
type Call = [method: 'PUT' | 'POST', url: string, base?: () => Json]

const call =
  (who: string, [method, url, base = () => ({})]: Call): Way =>
  async fields => {
    const response = await api.ask(who, { method, url, payload: { ...base(), ...fields } })
    const { errors = {} } = response.json<{ errors?: Json }>()
    return { status: response.statusCode, refused: Object.keys(errors), body: response.body }
  }

let count = 0
const unique = () => `n${++count}`
const uniqueBrn = () => {
  const digits = String(200_000_000 + ++count)
  return Array.from({ length: 10 }, (_, checkDigit) => `${digits}${checkDigit}`).find(isBrn)
}

/** @param registered the IMEI of the device to update; without it the sheet registers a new one */
const upload =
  (who: string, registered?: string) =>
  async (cells: Record<string, string>): Promise<Response> => {
    count += 1
    const isdn = `010${String(count).padStart(8, '0')}`
    const row = registered
      ? { IMEI: registered, ...cells }
      : { IMEI: imeiOf(count), 전화번호: isdn, 시리얼: 'S', 모델: 'FT-100', ...cells }
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    const file = [Object.keys(row), Object.values(row)].map(line => line.map(quote).join(',')).join('\n')
    const response = await api.upload(who, `/api/devices/roster/${registered ? 'update' : 'ul'}`, file)
    const { rows = [] } = response.json<{ rows?: { column: string }[] }>()
    return { status: response.statusCode, refused: rows.map(({ column }) => column), body: response.body }
  }

const record = (resource: string, id?: number) => `/api/resources/${resource}${id ? `/${id}` : ''}`
const newClient = () => ({ name: '홍', email: `${unique()}@x.kr`, password: 'Fleet-test1!' })
const newMethod = () => ({ code: unique(), caption: '명령' })
/** Each call by which a record is created or changed, by the level of its user. */
const WAYS: Record<'vendor' | 'master', Record<string, Call>> = {
  vendor: {
    'a new client': ['PUT', '/api/clients/', newClient],
    'a client': ['PUT', '/api/clients/', () => ({ id: 5 })],
    'a new batch': ['PUT', '/api/batches/-1', () => ({ name: '새 그룹', comment: '설명', model: 1 })],
    'a batch': ['PUT', '/api/batches/1'],
    'a new record': ['POST', record('things'), () => ({ name: '새것' })],
    'a record': ['PUT', record('things', 1)],
  },
  master: {
    'a new vendor': ['PUT', '/api/admin/vendors', () => ({ name: '세기', brn: uniqueBrn() })],
    'a vendor': ['PUT', '/api/admin/vendors/1'],
    'a new model': ['POST', record('models'), () => ({ name: unique() })],
    'a model': ['PUT', record('models', 1)],
    'a new bunch': ['POST', record('bunches'), () => ({ name: '강남', batch: 1 })],
    'a bunch': ['PUT', record('bunches', 1)],
    'a new order method': ['POST', record('methods'), newMethod],
    'an order method': ['PUT', record('methods', 1)],
  },
}

const valuesWith = (flaw: Flaw): Json => ({
  ...(flaw.with?.x_ref ? { x_ref: 1 } : flaw.with),
  [flaw.field]: flaw.value,
})

/** Each way with its number among the ways of the same level: together, the ways of vendors try all flaws. */
const NUMBERED = Object.entries(WAYS).flatMap(([who, ways]) =>
  Object.entries(ways).map(([name, asked], nth) => ({ name, who, nth, send: call(who, asked) })),
)
const OF_VENDORS = Object.keys(WAYS.vendor).length

describe.each(NUMBERED)('a call for $name', ({ who, send, nth }) => {
  it('refuses wrong values and stores nothing', async () => {
    let before = await allRecords(api.db)
    for (const flaw of share(flawsFor(who), nth, OF_VENDORS)) {
      const { status, refused } = await send({ x_flag: false, ...valuesWith(flaw) })
      const after = await allRecords(api.db)
      if (flaw.ignored && status < 300) {
        expect(JSON.stringify(after)).not.toContain(String(flaw.value))
        before = after
        continue
      }
      expect([flaw, status, refused]).toEqual([flaw, 422, expect.arrayContaining([flaw.field])])
      expect([flaw, after]).toEqual([flaw, before])
    }
  })

  it('stores valid values', async () => {
    const before = await allRecords(api.db)
    const { status, body } = await send(validValues)
    expect([status, body]).toEqual([200, expect.any(String)])
    expect(await allRecords(api.db)).not.toEqual(before)
  })
})

describe.each([
  ['registers devices', undefined, 0],
  ['updates a device', imeiOf(900_000), 3],
])('a sheet that %s', (_what, registered, firstShare) => {
  beforeAll(async () => {
    if (!registered) return
    const { id: client_id } = await findRow(api.db, 'clients', { email: 'client@test.local' })
    const device = { id: registered, isdn: '01099999999', model_id: 1, vendor_id: 1, client_id }
    await insertRow(api.db, 'devices', device)
  })

  it.each(['client', 'vendor', 'master'])('of a %s with wrong cells is refused as a whole', async who => {
    const before = await allRecords(api.db)
    const nth = ['client', 'vendor', 'master'].indexOf(who) + firstShare
    const flaws = share(CELL_FLAWS, nth, 6).filter(flaw => flawsFor(who).includes(flaw))
    for (const flaw of flaws) {
      const cells = { x_flag: '아니오', ...flaw.with, [flaw.field]: flaw.cell! }
      const { status, refused, body } = await upload(who, registered)(cells)
      expect([flaw, status, refused]).toEqual([flaw, 422, expect.arrayContaining([flaw.field])])
      expect(body).toMatch(/[가-힣]/)
      expect(await allRecords(api.db)).toEqual(before)
    }
  })

  it('is stored with valid cells', async () => {
    const { status, body } = await upload('vendor', registered)(validCells)
    expect([status, body]).toEqual([200, expect.any(String)])
    const [device] = await findRows(api.db, 'devices')
    expect(device!.extra).toEqual(validValues)
    await api.db.deleteFrom('devices').execute()
  })
})

it.each(['client', 'vendor'])('a roster of a %s registers devices of their own vendor only', async who => {
  for (const vendor of ['누리', '한빛통신']) {
    const { status, refused } = await upload(who)({ 업체: vendor })
    expect([status, refused]).toEqual([422, ['업체']])
  }
  expect((await upload(who)({ 업체: '' })).status).toBe(200)
  const client_id = who === 'client' ? expect.any(Number) : null
  expect(await findRows(api.db, 'devices')).toMatchObject([{ vendor_id: 1, client_id }])
  await api.db.deleteFrom('devices').execute()
})

it('the own profile takes no field that config adds', async () => {
  const before = await allRecords(api.db)
  const { status, refused } = await call('vendor', ['PUT', '/api/client/'])(validValues)
  expect([status, refused]).toEqual([422, Object.keys(validValues)])
  expect(await allRecords(api.db)).toEqual(before)
})

it('a sign-up is refused with an address that the rules of config forbid', async () => {
  const { email } = current.shared.resources.clients!.fields
  email!.rules.push({ rule: 'pattern', value: '.+@x\\.kr' })
  const before = await allRecords(api.db)
  const payload = { email: 'who@y.kr', password: 'Fleet-test1!' }
  const refused = await refusedFields(api.post(undefined, '/api/auth/signup', payload))
  email!.rules.pop()
  expect(refused).toEqual([422, ['email']])
  expect(await allRecords(api.db)).toEqual(before)
})

it('a list of devices for a batch is refused if the user may not write the batch of a device', async () => {
  const { batch } = current.shared.resources.devices!.fields
  batch!.write = 'master'
  const status = await statusOf(api.upload('vendor', '/api/batches/devices/ul/1', `IMEI\n${imeiOf(1)}`))
  batch!.write = 'none'
  expect(status).toBe(403)
})
