/** The calls that all resources share; their differences are in config and in their write rules. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExpectedRemoval, RemovalEffects } from '../../../contract/records'
import { ownValue } from '../../../domain/own'
import type { CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { previewRemoval, removeRecord } from '../../commands/records/removeRecord'
import { type SentRecord, saveRecord } from '../../commands/records/saveRecord'
import type { Deps } from '../../deps'
import { orNotFound, Refusal } from '../../refusal'
import { configOf } from '../../roles'
import { withChildren } from '../../store/records/children'
import { shownRecord } from '../../store/records/reach'
import { asId } from '../../store/records/references'
import { findRecord, type RecordKey, type Wire } from '../../store/records/sources'
import type { RecordContext } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { answer, localeOf, messageOf } from '../answers'
import { authorize } from '../authorize'
import { createIdempotently } from '../repeat'

/** A request of a signed-in user. */
export interface RecordCall {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** The resource in the current config of the caller's role. @throws Refusal 404 for an unknown resource */
export function contextOf(deps: Pick<Deps, 'config'>, name: string, request: FastifyRequest): RecordContext {
  const config = configOf(deps.config, request.caller).shared
  return { resource: orNotFound(ownValue(config.resources, name)), config, locale: localeOf(deps, request) }
}

/** @throws Refusal 404 out of scope */
export async function readRecord(
  tenant: Tenant,
  { caller }: Pick<RecordCall, 'caller'>,
  context: RecordContext,
  id: RecordKey,
): Promise<Wire> {
  const row = orNotFound(await findRecord(tenant, context.resource.name, id))
  return withChildren(tenant, caller, context, await shownRecord(tenant, row, context, caller.level))
}

/** Creates a record, only once if the request is repeated, or changes the record with that id. */
export function saveOnCall(
  deps: Deps,
  { caller, request }: RecordCall,
  context: RecordContext,
  record: SentRecord,
): Promise<Wire> {
  const { id, input } = record
  authorize(deps, caller, context.resource.name, id === undefined ? 'create' : 'edit')
  return id === undefined
    ? createIdempotently(deps, caller, request, tx => saveRecord(tx, caller, { input }, context))
    : saveRecord(deps.db, caller, record, context)
}

/** A request for a deletion. */
interface RemoveCall extends RecordCall {
  query: ExpectedRemoval
}

export function removeOnCall(
  deps: Deps,
  { caller, query: confirmed }: RemoveCall,
  resource: CompiledResource,
  id: RecordKey,
): Promise<Wire> {
  authorize(deps, caller, resource.name, 'delete')
  return removeRecord(deps.db, caller, id, { resource, config: configOf(deps.config, caller), confirmed })
}

/** The effects of deleting a record on other records. @throws Refusal 403, 404 out of scope, 409 as the deletion */
export function previewRemovalOnCall(
  deps: Deps,
  { caller }: Pick<RecordCall, 'caller'>,
  resource: CompiledResource,
  id: string,
): Promise<RemovalEffects> {
  authorize(deps, caller, resource.name, 'delete')
  // Orders are cancelled, and never deleted.
  if (resource.name === 'orders') throw new Refusal(404, 'notFound')
  const key = resource.name === 'devices' ? id : orNotFound(asId(id))
  return previewRemoval(deps.db, caller, key, { resource, config: configOf(deps.config, caller) })
}

/** One record in the envelope of §7. @throws Refusal 403, 404 out of scope */
export async function answerRecord<Answer>(deps: Deps, call: RecordCall, name: string, id: RecordKey) {
  const tenant = authorize(deps, call.caller, name, 'show')
  return answer((await readRecord(tenant, call, contextOf(deps, name, call.request), id)) as Answer)
}

/** Saves a record, and answers in the envelope of §7 with the message of config. */
export async function answerSaved<Answer>(deps: Deps, call: RecordCall, name: string, record: SentRecord) {
  const saved = await saveOnCall(deps, call, contextOf(deps, name, call.request), record)
  const message = messageOf(deps, call.request, name, record.id === undefined ? 'created' : 'updated')
  return answer(saved as Answer, message)
}

export async function answerRemoved(deps: Deps, call: RemoveCall, name: string, id: RecordKey) {
  await removeOnCall(deps, call, contextOf(deps, name, call.request).resource, id)
  return { result: true as const, message: messageOf(deps, call.request, name, 'deleted') }
}
