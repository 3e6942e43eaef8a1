/**
 * What config-added references lead to is not deleted under them (decision 31), whatever it is and wherever they stand.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const KINDS = ['vendors', 'clients', 'batches', 'models', 'bunches', 'methods', 'devices', 'notes'] as const
type Kind = (typeof KINDS)[number]

/** A resource of config alone with a reference to each of the others, and to itself. */
const NOTES = {
  label: { ko: '메모장', en: 'Notes' },
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    name: { type: 'text', label: '이름' },
    ...Object.fromEntries(
      KINDS.map(kind => [`to_${kind}`, { type: 'reference', reference: kind, label: kind }]),
    ),
  },
}

type Json = Record<string, unknown>

/** The package's config with that resource, and with a reference in every resource of the product that can keep one. */
function withReferences(change: (files: Record<string, Json>) => void = () => undefined) {
  const files = Object.fromEntries(
    Object.entries(configFiles()).map(([path, text]) => [path, JSON.parse(text) as Json]),
  )
  files['resources/notes.json'] = structuredClone(NOTES)
  for (const name of ['vendors', 'clients', 'batches', 'devices', 'models', 'bunches', 'methods']) {
    const { fields } = files[`resources/${name}.json`] as { fields: Json }
    fields.favourite = { type: 'reference', reference: 'models', label: '즐겨찾기' }
  }
  change(files)
  const result = compileConfig(
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, JSON.stringify(file)])),
  )
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}

const usual = withReferences()
let current = usual
const config = { ...testConfig(), current: () => current }

let api: TestApp
let made = 0
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  await api.db.insertInto('models').values({ id: 900, name: '바탕' }).execute()
})
beforeEach(() => {
  current = usual
})

const post = (url: string, payload: Json) => api.ask('master', { method: 'POST', url, payload })
const note = async (values: Json): Promise<number> => {
  const answer = await post('/api/resources/notes', { name: '적은 것', ...values })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"id"')])
  return answer.json().id
}
/** A record that nothing needs. */
const make: Record<Exclude<Kind, 'devices'>, () => Promise<number>> = {
  vendors: async () => insert('vendors', { name: `업체 ${++made}` }),
  clients: async () => api.addAccount({ email: `in-use-${++made}@test.local`, level: 3, vendor: 1 }),
  batches: async () => insert('batches', { name: `그룹 ${++made}`, model_id: 900, vendor_id: 1 }),
  models: async () => insert('models', { name: `모델 ${++made}` }),
  bunches: async () => insert('bunches', { name: `하위 ${++made}`, batch_id: await make.batches() }),
  methods: async () =>
    insert('methods', { code: `M${++made}`, caption: '명령', content: JSON.stringify({ Type: 'text' }) }),
  notes: () => note({}),
}
const insert = async (table: 'vendors' | 'batches' | 'models' | 'bunches' | 'methods', values: Json) => {
  const { id } = await api.db
    .insertInto(table)
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const address = (kind: Kind, id: number) =>
  kind === 'vendors' || kind === 'clients'
    ? `/api/admin/${kind}/${id}`
    : kind === 'batches'
      ? `/api/batches/${id}`
      : `/api/resources/${kind}/${id}`
const remove = async (kind: Kind, id: number, language = 'ko') => {
  const answer = await api.ask('master', {
    method: 'DELETE',
    url: address(kind, id),
    headers: { 'accept-language': language },
  })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; message?: string }) }
}

it.each(['vendors', 'clients', 'batches', 'models', 'bunches', 'methods', 'notes'] as const)(
  'one of %s that records of config alone lead to stays, with their number, until they no longer do',
  async kind => {
    const id = await make[kind]()
    const holders = [await note({ [`to_${kind}`]: id }), await note({ [`to_${kind}`]: String(id) })]
    expect(await remove(kind, id)).toMatchObject({
      status: 409,
      code: 'record.referred',
      message: expect.stringMatching(/삭제할 수 없습니다: 메모장 2\./),
    })
    expect((await remove(kind, id, 'en')).message).toMatch(/Notes 2/)
    expect((await remove('notes', holders[0]!)).status).toBe(200)
    const released = await api.ask('master', {
      method: 'PUT',
      url: address('notes', holders[1]!),
      payload: { [`to_${kind}`]: null },
    })
    expect(released.statusCode).toBe(200)
    expect((await remove(kind, id)).status).toBe(200)
  },
)

it('a model that config-added references of every other table lead to stays, with all their numbers', async () => {
  const id = await make.models()
  const extra = JSON.stringify({ favourite: id })
  const batch = await make.batches()
  const holders = [
    ['vendors', await make.vendors()],
    ['clients', await make.clients()],
    ['batches', batch],
    ['models', await make.models()],
    ['bunches', await make.bunches()],
    ['methods', await make.methods()],
  ] as const
  for (const [table, holder] of holders)
    await api.db.updateTable(table).set({ extra }).where('id', '=', holder).execute()
  await api.db
    .insertInto('devices')
    .values({ id: '490154203237518', isdn: '01012345678', model_id: 900, vendor_id: 1, extra })
    .execute()
  const { status, message } = await remove('models', id)
  expect(status).toBe(409)
  const labels = ['vendors', 'clients', 'batches', 'models', 'bunches', 'methods', 'devices'].map(
    name => usual.shared.resources[name]!.label.ko,
  )
  for (const label of labels) expect(message).toContain(`${label} 1`)
})

it('a batch stays while one of its bunches is led to', async () => {
  const bunch = await make.bunches()
  const { batch_id } = await api.db
    .selectFrom('bunches')
    .where('id', '=', bunch)
    .select('batch_id')
    .executeTakeFirstOrThrow()
  const holder = await note({ to_bunches: bunch })
  expect(await remove('batches', batch_id)).toMatchObject({ status: 409, code: 'record.referred' })
  await remove('notes', holder)
  expect((await remove('batches', batch_id)).status).toBe(200)
})

it('a record that leads to itself goes with itself', async () => {
  const id = await note({})
  await api.ask('master', { method: 'PUT', url: address('notes', id), payload: { to_notes: id } })
  expect((await remove('notes', id)).status).toBe(200)
})

it('a reference out of the caller’s sight counts as well', async () => {
  const id = await make.batches()
  await note({ to_batches: id })
  const answer = await api.ask('vendor', { method: 'DELETE', url: address('batches', id) })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'record.referred'])
})

describe('when the config changes', () => {
  const renamed = withReferences(files => {
    const { fields } = files['resources/notes.json'] as { fields: Json }
    const { to_models: field, ...others } = fields
    files['resources/notes.json']!.fields = {
      ...others,
      of_model: { ...(field as Json), renamedFrom: 'to_models' },
    }
  })
  const without = withReferences(files => {
    delete files['resources/notes.json']
  })

  it('a reference under its former name still holds, and one that is gone no longer does', async () => {
    const id = await make.models()
    await note({ to_models: id })
    current = renamed
    expect(await remove('models', id)).toMatchObject({ status: 409, code: 'record.referred' })
    current = without
    expect((await remove('models', id)).status).toBe(200)
  })
})

it('of a deletion and a new reference at the same moment one waits and is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await make.models()
    const [removed, led] = await Promise.all([
      remove('models', id),
      post('/api/resources/notes', { name: '동시', to_models: id }),
    ])
    const outcome = [removed.status, led.statusCode]
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual(outcome)
  }
})
