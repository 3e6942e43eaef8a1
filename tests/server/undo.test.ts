/** The undo of one change in the history: it saves the values of before, or says why it cannot. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { HistoryRow } from '../../src/contract/history'
import type { Compiled } from '../../src/engine/compiled'
import { insertRow } from '../support/rows'
import {
  bodyOf,
  payloadOf,
  recordUrl,
  refusalOf,
  refusedFields,
  startTestApp,
  TEST_PASSWORD,
} from '../support/server'
import { configWith, SIMS } from '../support/sims'

type Json = Record<string, unknown>

const usual = configWith('sims', SIMS)
let current: Compiled = usual
const { numbers } = usual.shared.levels
const DEVICE = '490154203237518'

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'vendors', { id: 2, name: '두리전자' })
await insertRow(api.db, 'models', { name: 'TX-1' })
await api.addAccount({ email: 'other@test.local', level: numbers.vendor, vendor: 2 })
beforeEach(() => {
  current = usual
})

const readSim = (id: number) => bodyOf<Json>(api.ask('master', recordUrl('sims', id)))
const change = (id: number, values: Json, who = 'vendor') =>
  bodyOf(api.put(who, recordUrl('sims', id), values))
const undo = (id: number, who = 'vendor') => api.post(who, `/api/history/${id}/undo`)

/** The entries about a record, newest first. */
const entriesOf = (id: number | string, resource = 'sims') =>
  payloadOf<HistoryRow[]>(api.ask('master', `/api/history?resource=${resource}&record=${id}`))
const newestEntry = async (id: number | string, resource?: string) => (await entriesOf(id, resource))[0]!.id

let count = 0
/** Creates a record, changes it, and returns its id with that of the change. */
async function changedSim(from: Json, to: Json, who = 'vendor') {
  const sim = { iccid: String(8_900_000_000 + ++count), carrier: 'kt', ...from }
  const { id } = await bodyOf<{ id: number }>(api.post(who, '/api/resources/sims', sim))
  await change(id, to, who)
  return { id, entry: await newestEntry(id) }
}

describe('An undo of a change', () => {
  it('restores the former values and empties those that were empty; it is a change that can be undone, too', async () => {
    const before = { carrier: 'kt', cost: 100, tags: ['new'], note: '' }
    const after = { carrier: 'skt', cost: 50, tags: [], note: '바꿈' }
    const { id, entry } = await changedSim(before, after)
    expect(await payloadOf(undo(entry))).toEqual({ resource: 'sims', record: String(id) })
    expect(await readSim(id)).toMatchObject(before)
    const [undone] = await entriesOf(id)
    expect(undone).toMatchObject({ action: 'changed', client_name: 'vendor', after: before })
    await bodyOf(undo(undone!.id))
    expect(await readSim(id)).toMatchObject(after)
  })

  it('restores a value of an account and of a device', async () => {
    const client = { id: 0, name: '김단말', email: 'kim@test.local', level: 3, password: TEST_PASSWORD }
    const { id } = await payloadOf<{ id: number }>(api.put('vendor', '/api/clients/', client))
    await bodyOf(api.put('vendor', '/api/clients/', { id, duty: '팀장' }))
    await bodyOf(undo(await newestEntry(id, 'clients')))
    expect(await payloadOf(api.ask('vendor', `/api/clients/${id}`))).toMatchObject({ duty: '' })

    await insertRow(api.db, 'devices', { id: DEVICE, isdn: '01012345678', model_id: 1, vendor_id: 1 })
    await bodyOf(api.put('vendor', `/api/devices/${DEVICE}`, { isdn: '01087654321' }))
    await bodyOf(undo(await newestEntry(DEVICE, 'devices')))
    expect(await payloadOf(api.ask('vendor', `/api/devices/${DEVICE}`))).toMatchObject({
      isdn: '01012345678',
    })
  })

  it('is refused after a newer change of the same value, even one that restored it; others do not count', async () => {
    const { id, entry } = await changedSim({ cost: 1 }, { cost: 2 })
    await change(id, { note: '다른 값' })
    await bodyOf(undo(entry))
    expect(await readSim(id)).toMatchObject({ cost: 1, note: '다른 값' })

    const newer = await changedSim({ cost: 1 }, { cost: 2 })
    await change(newer.id, { cost: 3 })
    expect(await refusalOf(undo(newer.entry))).toEqual([409, 'undo.newer'])
    await change(newer.id, { cost: 2 })
    expect(await refusalOf(undo(newer.entry))).toEqual([409, 'undo.newer'])
    expect(await readSim(newer.id)).toMatchObject({ cost: 2 })
  })

  it('needs the right to edit, within the caller’s tenant', async () => {
    const { id, entry } = await changedSim({ cost: 1 }, { cost: 2 })
    expect(await refusalOf(undo(entry, 'guest'))).toEqual([403, 'forbidden'])
    for (const who of ['client', 'other@test.local'])
      expect(await refusalOf(undo(entry, who))).toEqual([404, 'notFound'])
    current = configWith('sims', SIMS, file => Object.assign(file.access as Json, { edit: 'master' }))
    expect(await refusalOf(undo(entry))).toEqual([403, 'forbidden'])
    expect(await readSim(id)).toMatchObject({ cost: 2 })
  })

  it('is refused with a value that the caller may not see, with a password, and with a field that is gone', async () => {
    const { id } = await changedSim({}, { note: '둘 다' })
    await change(id, { price: 7, note: '셋 다' }, 'master')
    const hidden = await newestEntry(id)
    expect(await refusalOf(undo(hidden))).toEqual([409, 'undo.hidden'])
    expect(await readSim(id)).toMatchObject({ price: 7, note: '셋 다' })
    await bodyOf(undo(hidden, 'master'))
    expect((await readSim(id)).note).toBe('둘 다')

    const { entry: secret } = await changedSim({}, { pin: TEST_PASSWORD })
    expect(await refusalOf(undo(secret))).toEqual([409, 'undo.hidden'])
    const { entry: gone } = await changedSim({}, { active: true })
    current = configWith('sims', SIMS, file => delete (file.fields as Json).active)
    expect(await refusalOf(undo(gone))).toEqual([409, 'undo.hidden'])
  })

  it('is refused if the rules of today refuse the old value, or it belongs to another record', async () => {
    const { id, entry } = await changedSim({ cost: 100 }, { cost: 50 })
    current = configWith('sims', SIMS, file =>
      Object.assign((file.fields as { cost: Json }).cost, { max: 60 }),
    )
    expect(await refusedFields(undo(entry))).toEqual([422, ['cost']])
    expect(await readSim(id)).toMatchObject({ cost: 50 })

    current = configWith('sims', SIMS, file =>
      Object.assign((file.fields as { phone: Json }).phone, { unique: true }),
    )
    const moved = await changedSim({ phone: '01011112222' }, { phone: '01033334444' })
    const sim = { iccid: '1', carrier: 'kt', phone: '01011112222' }
    await bodyOf(api.post('vendor', '/api/resources/sims', sim))
    expect(await refusedFields(undo(moved.entry))).toEqual([422, ['phone']])
  })

  it('is refused for other entries, and once the record or the entry is gone', async () => {
    const { id, entry } = await changedSim({ cost: 1 }, { cost: 2 })
    const created = (await entriesOf(id)).find(({ action }) => action === 'created')!
    expect(await refusalOf(undo(created.id))).toEqual([409, 'undo.action'])
    await api.remove('vendor', recordUrl('sims', id))
    expect(await refusalOf(undo(entry))).toEqual([404, 'notFound'])
    expect(await refusalOf(undo(999_999))).toEqual([404, 'notFound'])
  })
})
