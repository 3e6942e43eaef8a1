/** The calls that all resources of records have alike: what differs is in config and in their repositories. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledResource } from '../../engine/compiled'
import type { Caller } from '../caller'
import { type RecordContext, removeRecord, saveRecord } from '../commands/records/saveRecord'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { shownRecord, viewOf } from '../store/records/shown'
import { findRecord, type Wire } from '../store/records/sources'
import type { Tenant } from '../store/tenancy'
import { answer, localeOf, messageOf } from './answers'
import { authorize } from './authorize'
import { createOnce } from './repeat'

/** A request of somebody who is signed in. */
export interface RecordCall {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** The resource as config has it at this moment. @throws Refusal 404 for one that config does not have */
export function contextOf(deps: Pick<Deps, 'config'>, name: string, request: FastifyRequest): RecordContext {
  const config = deps.config.current().shared
  const resource = Object.hasOwn(config.resources, name) ? config.resources[name] : undefined
  if (!resource) throw new Refusal(404, 'notFound')
  return { resource, config, locale: localeOf(deps, request) }
}

/** @throws Refusal 404 out of scope */
export async function readRecord(
  tenant: Tenant,
  { caller }: Pick<RecordCall, 'caller'>,
  { resource, config, locale }: RecordContext,
  id: number,
): Promise<Wire> {
  const row = await findRecord(tenant, resource.name, id)
  if (!row) throw new Refusal(404, 'notFound')
  return shownRecord(row, viewOf(config, resource, caller.level, locale))
}

/** Creates a record, once however often the request arrives, or changes the one of that id. */
export function saveCalled(
  deps: Deps,
  { caller, request }: RecordCall,
  context: RecordContext,
  { id, input }: { id?: number | undefined; input: Readonly<Wire> },
): Promise<Wire> {
  authorize(deps, caller, context.resource.name, id === undefined ? 'create' : 'edit')
  return id === undefined
    ? createOnce(deps, caller, request, tx => saveRecord(tx, caller, { input }, context))
    : saveRecord(deps.db, caller, { id, input }, context)
}

export function removeCalled(
  deps: Deps,
  { caller }: RecordCall,
  resource: CompiledResource,
  id: number,
): Promise<Wire> {
  authorize(deps, caller, resource.name, 'delete')
  return removeRecord(deps.db, caller, id, { resource, config: deps.config.current() })
}

/** The same in the envelope of §7, with the sentence that config has for it. */
export async function answerSaved<Shown>(
  deps: Deps,
  call: RecordCall,
  name: string,
  record: { id?: number | undefined; input: Readonly<Wire> },
) {
  const saved = await saveCalled(deps, call, contextOf(deps, name, call.request), record)
  const message = messageOf(deps, call.request, name, record.id === undefined ? 'created' : 'updated')
  return answer(saved as Shown, message)
}

export async function answerRemoved(deps: Deps, call: RecordCall, name: string, id: number) {
  await removeCalled(deps, call, contextOf(deps, name, call.request).resource, id)
  return { result: true as const, message: messageOf(deps, call.request, name, 'deleted') }
}
