/**
 * One validator for every way in (security 49): whatever is wrong with a value of any kind of field, no form, call, profile or
 * spreadsheet stores it.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { atScale } from '../support/scale'
import { startTestApp, type TestApp } from '../support/server'

type Json = Record<string, unknown>

/** What config adds to every resource: a field of each kind, and some that stand under a condition. */
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
const labelled = Object.fromEntries(
  Object.entries(ADDED).map(([name, field]) => [name, { label: `추가 ${name}`, ...field }]),
)
/** What nobody fills in with a sheet. */
const NOT_IN_SHEETS = ['x_password', 'x_never']

/** Values that are right, as a call sends them and as a sheet says them. Thing 1 is of the callers' vendor. */
const RIGHT: Record<string, [value: unknown, cell: string]> = {
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

/** What is wrong: the value, the cell where a sheet can say it, and what else stands beside it. */
interface Flaw {
  field: string
  value: unknown
  cell?: string
  beside?: string[]
  /** Only somebody below master is refused. */
  below?: true
  /** A condition hides or fixes the field: a call drops it, a roster refuses it, and neither stores it. */
  dropped?: true
}
const FLAWS: Flaw[] = [
  { field: 'x_text', value: 'B12', cell: 'B12' },
  { field: 'x_text', value: 'A12345', cell: 'A12345' },
  { field: 'x_text', value: 12 },
  { field: 'x_text', value: 'A1\u0000' },
  { field: 'x_lines', value: 'x'.repeat(11), cell: 'x'.repeat(11) },
  { field: 'x_number', value: 11, cell: '11' },
  { field: 'x_number', value: 0, cell: '0' },
  { field: 'x_number', value: 1.5, cell: '1.5' },
  { field: 'x_number', value: 'x', cell: 'x' },
  { field: 'x_flag', value: 'maybe', cell: 'maybe' },
  { field: 'x_day', value: '2026-02-30', cell: '2026-02-30' },
  { field: 'x_time', value: 'soon', cell: 'soon' },
  { field: 'x_choice', value: 'gone', cell: 'gone' },
  { field: 'x_many', value: ['a', 'gone'], cell: 'a, gone' },
  { field: 'x_many', value: ['a', 'b', 'c'], cell: 'a, b, c' },
  { field: 'x_ref', value: 2, cell: '남의 것' },
  { field: 'x_ref', value: 2, cell: '2' },
  { field: 'x_ref', value: 999, cell: '999' },
  { field: 'x_ref', value: { id: 1 } },
  { field: 'x_within', value: 1, cell: '우리 것', beside: ['x_ref'] },
  { field: 'x_within', value: 3, cell: '우리 것의 부분' },
  { field: 'x_mail', value: 'nobody', cell: 'nobody' },
  { field: 'x_phone', value: '123', cell: '123' },
  // A spreadsheet took the zero away; without it the number has nine digits.
  { field: 'x_phone', value: '212345678', cell: '212345678' },
  { field: 'x_url', value: 'javascript:alert(1)', cell: 'javascript:alert(1)' },
  { field: 'x_color', value: 'red', cell: 'red' },
  { field: 'x_json', value: '{', cell: '{' },
  { field: 'x_image', value: 'data:text/html,x', cell: 'data:text/html,x' },
  ...[
    'https://a.kr/a.png',
    '//a.kr/a.png',
    '/a.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,PHN2Zz48L3N2Zz4=',
    `data:image/png;base64,${'iVBORw0KGgoA'.repeat(3)}`,
  ].map(value => ({ field: 'x_image', value, cell: value })),
  { field: 'x_password', value: 'short' },
  { field: 'x_password', value: 'password' },
  { field: 'x_then', value: '', cell: '', beside: ['x_choice=b'] },
  { field: 'x_master', value: '내 것', cell: '내 것', below: true },
  { field: 'x_secret', value: '몰래', cell: '몰래', below: true },
  { field: 'x_never', value: '몰래' },
  { field: 'x_hidden', value: '숨은 값', cell: '숨은 값', dropped: true },
  { field: 'x_fixed', value: '굳은 값', cell: '굳은 값', dropped: true },
]

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

function compiled() {
  const files = configFiles()
  const edit = (path: string, change: (file: Json) => void) => {
    const file = JSON.parse(files[path]!) as Json
    change(file)
    files[path] = JSON.stringify(file)
  }
  files['resources/things.json'] = JSON.stringify(THINGS)
  for (const name of [...RESOURCES, 'things'])
    edit(`resources/${name}.json`, file => Object.assign(file.fields as Json, structuredClone(labelled)))
  edit('roster.json', file => {
    const columns = file.columns as Json[]
    for (const name of Object.keys(ADDED))
      if (!NOT_IN_SHEETS.includes(name)) columns.push({ field: name, header: name })
    for (const column of columns) if (column.field === 'vendor') delete column.level
  })
  const result = compileConfig(files)
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}

const current = compiled()
const config = { ...testConfig(), current: () => current }
const imei = (n: number) =>
  `35693803${String(n).padStart(6, '0')}${luhnDigit(`35693803${String(n).padStart(6, '0')}`)}`

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  const { db } = api
  await db.insertInto('vendors').values({ name: '누리' }).execute()
  await db.insertInto('models').values({ name: 'FT-100' }).execute()
  await db.insertInto('batches').values({ name: '수도권', vendor_id: 1, model_id: 1 }).execute()
  await db.insertInto('bunches').values({ name: '강북', batch_id: 1 }).execute()
  await db.insertInto('methods').values({ code: 'apn', caption: 'APN', content: '{"Type":"text"}' }).execute()
  await api.addAccount({ email: 'target@test.local', level: 3, vendor: 1 })
  const thing = (name: string, vendor: number, more: Json = {}) => ({
    resource: 'things',
    vendor_id: vendor,
    maker_id: 1,
    data: JSON.stringify({ name, ...more }),
  })
  await db
    .insertInto('records')
    .values([thing('우리 것', 1), thing('남의 것', 2), thing('우리 것의 부분', 1, { parent: 1 })])
    .execute()
})

const TABLES = ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices', 'records']
/** Everything that is stored, as one text. */
async function everything(): Promise<string> {
  const ofTable = (table: string) =>
    sql`(select coalesce(json_agg(t order by id), '[]') from ${sql.table(table)} t)`
  const { rows } = await sql<{ everything: string }>`
    select json_build_array(${sql.join(TABLES.map(ofTable))})::text as everything`.execute(api.db)
  return rows[0]!.everything
}

interface Answer {
  status: number
  /** Names of what was refused. */
  named: string[]
  body: string
}
type Way = (fields: Json) => Promise<Answer>

const call =
  (who: string, method: 'PUT' | 'POST', url: string, base: Json = {}): Way =>
  async fields => {
    const answer = await api.ask(who, { method, url, payload: { ...base, ...fields } })
    return {
      status: answer.statusCode,
      named: Object.keys(answer.json<{ errors?: Json }>().errors ?? {}),
      body: answer.body,
    }
  }

let made = 0
/** @param registered the IMEI of a device that is changed; without it one is registered */
const upload =
  (who: string, registered?: string): ((cells: Record<string, string>) => Promise<Answer>) =>
  async cells => {
    made += 1
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    const needed = registered
      ? { IMEI: registered }
      : { IMEI: imei(made), 전화번호: `010${String(made).padStart(8, '0')}`, 시리얼: 'S', 모델: 'FT-100' }
    const header = [...Object.keys(needed), ...Object.keys(cells)]
    const row = [...Object.values(needed), ...Object.values(cells)]
    const file = [header, row].map(line => line.map(quote).join(',')).join('\n')
    const answer = await api.ask(who, {
      method: 'POST',
      url: `/api/devices/roster/${registered ? 'update' : 'ul'}`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--edge--\r\n`,
    })
    const { rows = [] } = answer.json<{ rows?: { column: string }[] }>()
    return { status: answer.statusCode, named: rows.map(({ column }) => column), body: answer.body }
  }

const unique = () => {
  made += 1
  return `n${made}`
}
/** Each way by which a record is made or changed, and who goes it. */
const CALLS: Record<string, { who: 'vendor' | 'master'; way: Way }> = {
  'a new client': {
    who: 'vendor',
    way: fields =>
      call('vendor', 'PUT', '/api/clients/', {
        name: '홍',
        email: `${unique()}@x.kr`,
        password: 'Fleet-test1!',
      })(fields),
  },
  'a client': { who: 'vendor', way: call('vendor', 'PUT', '/api/clients/', { id: 5 }) },
  'a new vendor': {
    who: 'master',
    way: call('master', 'PUT', '/api/admin/vendors', { name: '세기', brn: '1248100998' }),
  },
  'a vendor': { who: 'master', way: call('master', 'PUT', '/api/admin/vendors/1') },
  'a new batch': {
    who: 'vendor',
    way: call('vendor', 'PUT', '/api/batches/-1', { name: '새 그룹', comment: '설명', model: 1 }),
  },
  'a batch': { who: 'vendor', way: call('vendor', 'PUT', '/api/batches/1') },
  'a new record': { who: 'vendor', way: call('vendor', 'POST', '/api/resources/things', { name: '새것' }) },
  'a record': { who: 'vendor', way: call('vendor', 'PUT', '/api/resources/things/1') },
  'a new model': {
    who: 'master',
    way: fields => call('master', 'POST', '/api/resources/models', { name: unique() })(fields),
  },
  'a model': { who: 'master', way: call('master', 'PUT', '/api/resources/models/1') },
  'a new bunch': {
    who: 'master',
    way: call('master', 'POST', '/api/resources/bunches', { name: '강남', batch: 1 }),
  },
  'a bunch': { who: 'master', way: call('master', 'PUT', '/api/resources/bunches/1') },
  'a new order method': {
    who: 'master',
    way: fields =>
      call('master', 'POST', '/api/resources/methods', { code: unique(), caption: '명령' })(fields),
  },
  'an order method': { who: 'master', way: call('master', 'PUT', '/api/resources/methods/1') },
}

const sentBeside = (names: readonly string[] = []) =>
  names.map(name => {
    const [field, value] = name.split('=') as [string, string?]
    return value === undefined ? [field, ...RIGHT[field]!] : [field, value, value]
  }) as [string, unknown, string][]

const flawsFor = (who: 'vendor' | 'master') =>
  // A master reaches the records of all vendors, and writes what only masters write.
  FLAWS.filter(
    ({ below, field, value }) => who === 'vendor' || (!below && !(field === 'x_ref' && value === 2)),
  )

/** `npm test` tries every flaw by some ways and every way with some flaws; `npm run sweep` all by all. */
const some = <One>(flaws: readonly One[], from: number) => {
  const share = atScale(4, 1)
  return flaws.filter((_, at) => at % share === from % share)
}
const CALLED = Object.entries(CALLS).map(([name, one], at) => ({ name, at, ...one }))

describe.each(CALLED)('By a call for $name', ({ at, who, way }) => {
  it('what is right is stored', async () => {
    const values = Object.fromEntries(Object.entries(RIGHT).map(([name, [value]]) => [name, value]))
    const before = await everything()
    const { status, body } = await way(values)
    expect([status, body]).toEqual([
      expect.toSatisfy(code => code === 200 || code === 201),
      expect.any(String),
    ])
    expect(await everything()).not.toBe(before)
    await restore()
  })

  it.each(some(flawsFor(who), at))('$field = $value is refused, and nothing is stored', async flaw => {
    const { field, value, beside, dropped } = flaw
    const before = await everything()
    const sent = Object.fromEntries(sentBeside(beside).map(([name, right]) => [name, right]))
    const { status, named, body } = await way({ x_flag: false, ...sent, [field]: value })
    if (dropped && status < 300) {
      expect(await everything()).not.toContain(String(value))
      await restore()
      return
    }
    expect([status, body]).toEqual([422, expect.any(String)])
    expect(named).toContain(field)
    expect(await everything()).toBe(before)
  })
})

describe('By a roster', () => {
  it('what is right is stored', async () => {
    const cells = Object.fromEntries(Object.entries(RIGHT).map(([name, [, cell]]) => [name, cell]))
    const { status, body } = await upload('vendor')(cells)
    expect([status, body]).toEqual([200, expect.any(String)])
    const { extra } = await api.db.selectFrom('devices').select('extra').executeTakeFirstOrThrow()
    expect(extra).toEqual(Object.fromEntries(Object.entries(RIGHT).map(([name, [value]]) => [name, value])))
    await api.db.deleteFrom('devices').execute()
  })

  it.each(
    FLAWS.flatMap(flaw => (flaw.cell === undefined ? [] : [flaw])).flatMap(flaw =>
      ['client', 'vendor', 'master'].flatMap((who, at) =>
        (who !== 'master' || flawsFor('master').includes(flaw)) && some(FLAWS, at).includes(flaw)
          ? [{ ...flaw, who }]
          : [],
      ),
    ),
  )('of a $who, $field = $cell is refused, and nothing is stored', async ({ who, field, cell, beside }) => {
    const cells = Object.fromEntries(sentBeside(beside).map(([name, , right]) => [name, right]))
    const { status, named, body } = await upload(who)({ x_flag: '아니오', ...cells, [field]: cell! })
    expect([status, body]).toEqual([422, expect.stringMatching(/[가-힣]/)])
    expect(named).toContain(field)
    const { count } = await api.db
      .selectFrom('devices')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })

  it.each(['client', 'vendor'])('of a %s the vendor is its own, whatever config says', async who => {
    for (const vendor of ['누리', '한빛통신']) {
      const { status, named } = await upload(who)({ 업체: vendor })
      expect([status, named]).toEqual([422, ['업체']])
    }
    const { status } = await upload(who)({ 업체: '' })
    expect(status).toBe(200)
    const devices = await api.db.selectFrom('devices').select(['vendor_id', 'client_id']).execute()
    expect(devices).toEqual([{ vendor_id: 1, client_id: who === 'client' ? expect.any(Number) : null }])
    await api.db.deleteFrom('devices').execute()
  })
})

describe('By a sheet that updates a device', () => {
  const id = imei(900_000)
  beforeAll(async () => {
    const client = await api.db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', 'client@test.local')
      .executeTakeFirstOrThrow()
    await api.db
      .insertInto('devices')
      .values({ id, isdn: '01099999999', model_id: 1, vendor_id: 1, client_id: client.id })
      .execute()
  })
  afterAll(() => api.db.deleteFrom('devices').execute())

  it.each(
    FLAWS.flatMap(flaw => (flaw.cell === undefined ? [] : [flaw])).flatMap(flaw =>
      ['client', 'vendor', 'master'].flatMap(who =>
        who !== 'master' || flawsFor('master').includes(flaw) ? [{ ...flaw, who }] : [],
      ),
    ),
  )('of a $who, $field = $cell is refused, and nothing is stored', async ({ who, field, cell, beside }) => {
    const cells = Object.fromEntries(sentBeside(beside).map(([name, , right]) => [name, right]))
    const before = await everything()
    const { status, named, body } = await upload(who, id)({ x_flag: '아니오', ...cells, [field]: cell! })
    expect([status, body]).toEqual([422, expect.stringMatching(/[가-힣]/)])
    expect(named).toContain(field)
    expect(await everything()).toBe(before)
  })

  it('what is right is stored', async () => {
    const cells = Object.fromEntries(Object.entries(RIGHT).map(([name, [, cell]]) => [name, cell]))
    const { status, body } = await upload('vendor', id)(cells)
    expect([status, body]).toEqual([200, expect.any(String)])
    const { extra } = await api.db.selectFrom('devices').select('extra').executeTakeFirstOrThrow()
    expect(extra).toEqual(Object.fromEntries(Object.entries(RIGHT).map(([name, [value]]) => [name, value])))
  })
})

describe('By the profile', () => {
  it.each([
    { name: ' ' },
    { name: 'x'.repeat(10_000) },
    { email: 'nobody' },
    { phone: '123' },
    { password: 'short' },
  ])('%j is refused, and nothing is stored', async change => {
    const before = await everything()
    const { status } = await call('client', 'PUT', '/api/client/')(change)
    expect(status).toBe(422)
    expect(await everything()).toBe(before)
  })

  it.each([{ level: 9 }, { vendor: 2 }, { active: false }, { x_text: 'B' }, { x_master: '내 것' }])(
    '%j changes nothing',
    async change => {
      const before = await everything()
      const { status } = await call('client', 'PUT', '/api/client/')({ ...change, name: 'client' })
      expect([200, 422]).toContain(status)
      const stored = (text: string) => text.replace(/"updated":"[^"]+"/g, '')
      expect(stored(await everything())).toBe(stored(before))
    },
  )
})

describe('By signing up', () => {
  it('an address that config does not take is refused', async () => {
    const { email } = current.shared.resources.clients!.fields
    email!.rules.push({ rule: 'pattern', value: '.+@x\\.kr' })
    const before = await everything()
    const answer = await api.ask(undefined, {
      method: 'POST',
      url: '/api/auth/signup',
      payload: { email: 'who@y.kr', password: 'Fleet-test1!' },
    })
    email!.rules.pop()
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']])
    expect(await everything()).toBe(before)
  })
})

describe('By the list of a batch', () => {
  const send = (who: string, file: string) =>
    api.ask(who, {
      method: 'POST',
      url: '/api/batches/devices/ul/1',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--edge--\r\n`,
    })
  const field = (name: string) => current.shared.resources.devices!.fields[name]!
  beforeAll(async () => {
    await api.db
      .insertInto('devices')
      .values({ id: imei(1), isdn: '01000000001', vendor_id: 1, model_id: 1 })
      .execute()
  })
  afterAll(async () => {
    await api.db.deleteFrom('devices').execute()
  })

  it('only those change batches of devices who may write them', async () => {
    const before = await everything()
    field('batch').write = 'master'
    expect((await send('vendor', `IMEI\n${imei(1)}`)).statusCode).toBe(403)
    field('batch').write = 'none'
    expect(await everything()).toBe(before)
  })

  it.each([
    ['IMEI', '123'],
    ['IMEI', imei(2)],
    ['하위 그룹', '없는 곳'],
    ['모델', 'FT-999'],
    ['전화번호', '01099999999'],
  ])('%s %s is refused, and nothing is stored', async (column, cell) => {
    const before = await everything()
    const cells: Record<string, string> = { IMEI: imei(1), [column]: cell }
    const answer = await send('vendor', `${Object.keys(cells)}\n${Object.values(cells)}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().rows.map((row: { column: string }) => row.column)).toEqual([column])
    expect(await everything()).toBe(before)
  })
})

describe('By a form', () => {
  it.each(
    flawsFor('vendor').filter(
      ({ dropped, below, field, value }) => !dropped && !below && field !== 'x_never' && value !== 999,
    ),
  )('$field = $value is refused before it is sent, as far as a form can know', ({ field, value, beside }) => {
    if (field === 'x_ref' && value === 2) return
    if (field === 'x_within') return
    const sent = Object.fromEntries(sentBeside(beside).map(([name, right]) => [name, right]))
    const record = { name: '새것', x_flag: false, ...sent, [field]: value }
    const { shared } = current
    expect(
      validateRecord(shared.resources.things!, record, {
        action: 'create',
        level: 6,
        levels: shared.levels.numbers,
        password: shared.app.limits.password,
      }),
    ).toHaveProperty(field)
  })
})

let restorePoint: Json[][] = []
beforeEach(async () => {
  if (restorePoint.length > 0) return
  restorePoint = await Promise.all(
    TABLES.map(
      async table => (await sql<Json>`select * from ${sql.table(table)} order by id`.execute(api.db)).rows,
    ),
  )
})

/** Takes away what a test has stored. */
async function restore() {
  for (const [at, table] of TABLES.entries()) {
    const known = restorePoint[at]!
    await sql`delete from ${sql.table(table)} where not (id::text = any(${known.map(({ id }) => String(id))}::text[]))`.execute(
      api.db,
    )
    for (const { id, extra, data } of known) {
      const column = extra === undefined ? 'data' : 'extra'
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${JSON.stringify(extra ?? data)}::jsonb where id = ${id}`.execute(
        api.db,
      )
    }
  }
}
