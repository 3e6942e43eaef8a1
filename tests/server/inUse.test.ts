/**
 * A record to which references of config lead is not deleted (decision 31), whatever its kind and wherever the
 * reference is.
 */
import { beforeEach, expect, it } from 'vitest'
import { type ConfigFile, compileWith } from '../support/config'
import { findRow, insertRow, updateRows } from '../support/rows'
import { bodyOf, recordUrl, startTestApp } from '../support/server'

type Json = Record<string, unknown>

const TABLES = ['vendors', 'clients', 'batches', 'models', 'bunches', 'methods'] as const
type Kind = (typeof TABLES)[number] | 'notes'

const referenceTo = (kind: string) => ({ type: 'reference', reference: kind, label: kind })
/** A resource of config that refers to every other one and to itself. */
const NOTES = {
  label: { ko: '메모장', en: 'Notes' },
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    name: { type: 'text', label: '이름' },
    ...Object.fromEntries([...TABLES, 'devices', 'notes'].map(kind => [`to_${kind}`, referenceTo(kind)])),
  },
}
/** A reference in every resource of the contract that can have one. */
const addFavourite = ({ fields }: ConfigFile) => {
  fields.favourite = referenceTo('models')
}
const favourites = Object.fromEntries(
  [...TABLES, 'devices'].map(name => [`resources/${name}.json`, addFavourite]),
)
const usual = compileWith({ ...favourites, 'resources/notes.json': NOTES })
let current = usual

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'models', { id: 900, name: '바탕' })
beforeEach(() => {
  current = usual
})

let count = 0
const createNote = async (values: Json = {}): Promise<number> =>
  (await bodyOf(api.post('master', '/api/resources/notes', { name: '적은 것', ...values }))).id
const create: Record<Kind, () => Promise<number>> = {
  vendors: () => insertRow(api.db, 'vendors', { name: `업체 ${++count}` }),
  clients: () => api.addAccount({ email: `in-use-${++count}@test.local`, level: 3, vendor: 1 }),
  batches: () => insertRow(api.db, 'batches', { name: `그룹 ${++count}`, model_id: 900, vendor_id: 1 }),
  models: () => insertRow(api.db, 'models', { name: `모델 ${++count}` }),
  bunches: async () =>
    insertRow(api.db, 'bunches', { name: `하위 ${++count}`, batch_id: await create.batches() }),
  methods: () =>
    insertRow(api.db, 'methods', { code: `M${++count}`, caption: '명령', content: '{"Type":"text"}' }),
  notes: createNote,
}
const remove = async (kind: Kind, id: number, { language = 'ko', who = 'master' } = {}) => {
  const headers = { 'accept-language': language }
  const response = await api.ask(who, { method: 'DELETE', url: recordUrl(kind, id), headers })
  return { status: response.statusCode, ...(response.json() as { code?: string; message?: string }) }
}
const changeNote = (id: number, payload: Json) => api.put('master', recordUrl('notes', id), payload)
const REFERRED = { status: 409, code: 'record.referred' }

it.each([...TABLES, 'notes'] as const)(
  'a record of %s is not deleted while a record refers to it',
  async kind => {
    const id = await create[kind]()
    const notes = [await createNote({ [`to_${kind}`]: id }), await createNote({ [`to_${kind}`]: String(id) })]
    const message = expect.stringMatching(/삭제할 수 없습니다: 메모장 2\./)
    expect(await remove(kind, id)).toMatchObject({ ...REFERRED, message })
    expect((await remove(kind, id, { language: 'en' })).message).toMatch(/Notes 2/)
    expect((await remove('notes', notes[0]!)).status).toBe(200)
    expect((await changeNote(notes[1]!, { [`to_${kind}`]: null })).statusCode).toBe(200)
    expect((await remove(kind, id)).status).toBe(200)
  },
)

it('the refusal counts references of every table', async () => {
  const id = await create.models()
  const extra = JSON.stringify({ favourite: id })
  for (const table of TABLES) await updateRows(api.db, table, { id: await create[table]() }, { extra })
  const device = { id: '490154203237518', isdn: '01012345678', model_id: 900, vendor_id: 1, extra }
  await insertRow(api.db, 'devices', device)
  const { status, message } = await remove('models', id)
  expect(status).toBe(409)
  for (const name of [...TABLES, 'devices'])
    expect(message).toContain(`${usual.shared.resources[name]!.label.ko} 1`)
})

it('a batch is not deleted while a record refers to one of its bunches', async () => {
  const id = await create.bunches()
  const { batch_id } = await findRow(api.db, 'bunches', { id })
  const note = await createNote({ to_bunches: id })
  expect(await remove('batches', batch_id)).toMatchObject(REFERRED)
  await remove('notes', note)
  expect((await remove('batches', batch_id)).status).toBe(200)
})

it('a record that refers to itself is deleted; a reference that the user does not see prevents a deletion', async () => {
  const note = await createNote()
  await changeNote(note, { to_notes: note })
  expect((await remove('notes', note)).status).toBe(200)
  const id = await create.batches()
  await createNote({ to_batches: id })
  expect(await remove('batches', id, { who: 'vendor' })).toMatchObject(REFERRED)
})

it('a reference under the former name of its field prevents a deletion; one of a resource that config has lost does not', async () => {
  const id = await create.models()
  await createNote({ to_models: id })
  const { to_models: field, ...others } = NOTES.fields as Record<string, object>
  const fields = { ...others, of_model: { ...field, renamedFrom: 'to_models' } }
  current = compileWith({ ...favourites, 'resources/notes.json': { ...NOTES, fields } })
  expect(await remove('models', id)).toMatchObject(REFERRED)
  current = compileWith(favourites)
  expect((await remove('models', id)).status).toBe(200)
})
