/** One resource file: compiled and checked by itself, and then against all other resources. */
import { isAtLeast, type LevelName } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledField, CompiledForm, CompiledResource } from '../../compiled'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { KINDS } from '../../kinds'
import { type MessageName, RECORD_ACTIONS, type RecordAction } from '../../registry'
import { localized } from '../texts'
import { actionLists, checkActions } from './actions'
import { checkExpressions, compileChecks } from './checks'
import { checkChildren } from './children'
import { checkConditions } from './conditions'
import { effectsOf, type ResourceCheck, type ResourceContext } from './context'
import { checkDefaults, type ValueLimits } from './defaults'
import { compileField } from './field'
import { checkField, checkFieldKeys } from './fieldChecks'
import { floorOf } from './floor'
import { checkList, compileList } from './list'
import { checkPage, compilePage } from './page'
import { checkReferences } from './references'
import { checkRelated, compileRelated } from './related'

export function compileResource(given: Omit<ResourceContext, 'contract'>): CompiledResource {
  const { name, file, root } = given
  const contract = ownValue(CONTRACT_RESOURCES, name)
  const context = { ...given, contract }
  const { dialect } = file.source
  if (contract && dialect !== contract.dialect)
    root.at('source', 'dialect').report('ofTheConsole', { name, dialect: contract.dialect })
  if (dialect === 'console' && !contract)
    root.at('source', 'dialect').expectKnown(name, Object.keys(CONTRACT_RESOURCES), 'notOfTheConsole')
  const names = Object.keys(file.fields)
  if (file.recordName !== undefined) root.at('recordName').expectKnown(file.recordName, names)
  const fields: Record<string, CompiledField> = {}
  for (const one of names) fields[one] = compileField(one, file.fields[one]!, context)
  const access = compileAccess(context)
  for (const field of Object.values(fields)) checkField(field, access.create, context)
  return {
    name,
    label: localized(file.label),
    path: file.path ?? `/app/${name}`,
    recordName: file.recordName ?? ((contract?.fields ?? names).includes('name') ? 'name' : 'id'),
    dialect,
    access,
    fields,
    ...(file.checks && { checks: compileChecks(context) }),
    list: file.list && compileList(file.list, { ...context, access, fields }),
    form: compileForm(context),
    formCreates: effectsOf(name).creates !== false,
    page: compilePage({ ...context, access, fields }),
    related: compileRelated(context),
    messages: Object.fromEntries(
      Object.entries(file.messages ?? {}).map(([key, text]) => [key, localized(text)]),
    ),
  }
}

/** Rights of a resource without `access`: guests read, masters write. */
const USUAL_ACCESS: Readonly<Record<RecordAction, LevelName>> = {
  list: 'guest',
  show: 'guest',
  create: 'master',
  edit: 'master',
  delete: 'master',
  secrets: 'vendor',
}

function compileAccess({ file, root, levelOf, contract }: ResourceContext): Record<RecordAction, LevelName> {
  const { access = {} } = file
  const levels = RECORD_ACTIONS.map(action => {
    const level = levelOf(access[action], USUAL_ACCESS[action])
    const least = floorOf(contract, action)
    if (access[action] && least && !isAtLeast(level, least))
      root.at('access', action).report('accessFloor', { least })
    return [action, level]
  })
  return Object.fromEntries(levels)
}

function compileForm({
  name,
  file: { form, fields },
  root,
  contract,
}: ResourceContext): CompiledForm | undefined {
  if (!form) return undefined
  const seen = new Set<string>()
  const { adds } = effectsOf(name)
  if (adds) root.at('form').refuseKeys(form, ['width'], 'noEffect', { resource: name })
  for (const [at, section] of form.sections.entries())
    for (const [index, field] of section.fields.entries()) {
      const loc = root.at('form', 'sections', at, 'fields', index)
      if (loc.expectKnown(field, Object.keys(fields)) && seen.has(field))
        loc.report('duplicate', { name: field })
      else if (adds && contract?.fields.includes(field))
        loc.report('noEffect', { name: field, resource: name })
      seen.add(field)
    }
  return {
    sections: form.sections.map(section => ({ title: localized(section.title), fields: section.fields })),
    width: form.width ?? 'medium',
  }
}

/** Checks a file without errors of shape against the other resources, once all are compiled. */
export function checkResource(
  compiled: Omit<ResourceCheck, 'contract' | 'effects'>,
  bounds: ValueLimits | undefined,
): void {
  const { name } = compiled
  const check = { ...compiled, contract: ownValue(CONTRACT_RESOURCES, name), effects: effectsOf(name) }
  checkParts(check)
  checkActions(check)
  checkMessages(check)
  checkFieldKeys(check)
  checkConditions(check)
  checkExpressions(check)
  checkList(check)
  checkPage(check)
  checkReferences(check)
  checkRelated(check)
  checkChildren(check)
  if (bounds) checkDefaults(check, bounds)
}

/** Refuses parts without an effect: a form without a screen, access to unknown actions, a menu link without a list. */
function checkParts({ name, file, root, effects, resource }: ResourceCheck): void {
  const unread = RECORD_ACTIONS.filter(action => !effects.access.includes(action))
  root.at('access').refuseKeys(file.access ?? {}, unread, 'noEffect', { resource: name })
  if (!file.list) {
    root.refuseKeys(file, ['menu'], 'needsList')
    // Built-in screens link to it.
    if (effects.creates === false) root.report('missingKey', { name: 'list' })
  }
  const { recordName } = file
  if (recordName === undefined) return
  const named = ownValue(resource.fields, recordName)
  const kind = recordName.includes('.') ? 'json' : named?.type
  if (kind && !KINDS[kind].serves.includes('name'))
    root.at('recordName').report('recordNameKind', { name: recordName, kind })
}

/** Messages after saving a form. */
const OF_FORM: readonly MessageName[] = ['updated', 'updateFailed', 'incomplete', 'incompleteEdit']

/** Messages after creating a record. */
const OF_CREATION: readonly MessageName[] = ['created', 'createFailed']

/** Messages around the deletion of a record, in list and form. */
const OF_DELETION: readonly MessageName[] = ['deleted', 'deleteFailed', 'confirmDelete', 'confirmDeleteBody']

function checkMessages({ name, file, root, effects }: ResourceCheck): void {
  const hasForm = !effects.adds && file.form !== undefined
  const deletes = hasForm || actionLists(file).some(({ names }) => names.includes('delete'))
  const said: readonly string[] = [
    ...effects.messages,
    ...(hasForm ? OF_FORM : []),
    ...(hasForm && effects.creates !== false ? OF_CREATION : []),
    ...(deletes && effects.access.includes('delete') ? OF_DELETION : []),
  ]
  const unsaid = Object.keys(file.messages ?? {}).filter(message => !said.includes(message))
  root.at('messages').refuseKeys(file.messages ?? {}, unsaid, 'noEffect', { resource: name })
}
