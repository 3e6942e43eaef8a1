/**
 * The odd calls of §7 for one client, vendor or batch, each behind the same verbs: some PUTs create, one entity is read and
 * written at two addresses. Their lists are in `pagedLists`.
 */
import { HttpError, type RaRecord } from 'ra-core'
import type { Body } from './calls'
import type { Client } from './client'

/** What is kept of a record. Keys that config adds travel with the others (decision 23). */
export type Fields = Record<string, unknown>

export interface RecordCalls {
  one(id: number, signal?: AbortSignal): Promise<RaRecord>
  create(data: Fields): Promise<unknown>
  update(id: number, data: Fields): Promise<unknown>
  remove(id: number): Promise<unknown>
  /** Pictures of the records that have one (decision 8). */
  images(signal?: AbortSignal): Promise<{ id: number; img: string }[]>
}

/** §3: what a new record of each is called until the server has given it a number. */
const NEW = { client: 0, vendor: 0, batch: -1 } as const

export function createRecordCalls(client: Client): Record<string, RecordCalls> {
  return {
    clients: {
      one: (id, signal) => client.payload('clients.get', { params: { id }, signal }),
      create: data =>
        client.payload('clients.save', { body: { ...data, id: NEW.client } as Body<'clients.save'> }),
      update: (id, data) => client.payload('clients.save', { body: { ...data, id } as Body<'clients.save'> }),
      remove: id => client.payload('clients.remove', { params: { id } }),
      images: signal => client.payload('clients.images', { signal }),
    },
    vendors: {
      one: (id, signal) => client.payload('vendors.get', { params: { id }, signal }),
      create: data =>
        client.payload('vendors.create', { body: { ...data, id: NEW.vendor } as Body<'vendors.create'> }),
      update: (id, data) =>
        client.payload('vendors.update', { params: { id }, body: { ...data, id } as Body<'vendors.update'> }),
      remove: id => client.payload('vendors.remove', { params: { id } }),
      images: signal => client.payload('vendors.images', { signal }),
    },
    batches: {
      one: (id, signal) => client.payload('batches.get', { params: { id }, signal }),
      create: data =>
        client.payload('batches.save', {
          params: { id: NEW.batch },
          body: { ...data, id: NEW.batch } as Body<'batches.save'>,
        }),
      update: (id, data) =>
        client.payload('batches.save', { params: { id }, body: { ...data, id } as Body<'batches.save'> }),
      remove: id => client.payload('batches.remove', { params: { id } }),
      images: signal => client.payload('batches.images', { signal }),
    },
  }
}

/**
 * The record that an answer holds. Where a server answers a save with less (the spec does not say what), what was sent stands
 * for it.
 */
export function recordOf(answer: unknown, sent: Fields, id: number): RaRecord {
  const found = typeof answer === 'object' && answer !== null ? (answer as Fields) : {}
  const own = typeof answer === 'number' ? answer : Number(found.id ?? id)
  return { ...sent, ...found, id: own }
}

/** An id of the address as these calls have them; anything else is a record that does not exist. */
export function numericId(id: unknown): number {
  const number = Number(id)
  if (!Number.isSafeInteger(number)) throw new HttpError('ra.page.not_found', 404)
  return number
}
