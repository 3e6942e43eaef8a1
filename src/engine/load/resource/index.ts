/** Compiles a resource file (`compileResource`), and then checks it against all other resources (`checkResource`). */
import { isAtLeast, type LevelName, lowest } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledCondition, CompiledField, CompiledForm, CompiledResource } from '../../compiled'
import { fieldsIn } from '../../conditions'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { localized } from '../../i18n'
import { KINDS } from '../../kinds'
import { type MessageName, RECORD_ACTIONS, type RecordAction } from '../../registry'
import { actionLists, checkActions } from './actions'
import { checkExpressions, compileChecks } from './checks'
import { checkChildren } from './children'
import { DEFAULT_ACCESS } from './completeFile'
import { checkConditions } from './conditions'
import { type ResourceCheck, type ResourceContext, supportedParts } from './context'
import { checkDefaults, type ValueLimits } from './defaults'
import { compileField } from './field'
import { checkField, checkFieldKeys } from './fieldChecks'
import { checkImport, compileImport } from './imports'
import { checkList, compileList } from './list'
import { minLevelOf } from './minLevel'
import { checkPage, compilePage } from './page'
import { checkReferences } from './references'
import { checkRelated, compileRelated } from './related'
import { compileRows } from './rows'

export function compileResource(input: Omit<ResourceContext, 'contract'>): CompiledResource {
  const { name, file, root } = input
  const contract = ownValue(CONTRACT_RESOURCES, name)
  const context = { ...input, contract }
  const { dialect } = file.source
  if (contract && dialect !== contract.dialect)
    root.at('source', 'dialect').report('ofTheConsole', { name, dialect: contract.dialect })
  if (dialect === 'console' && !contract)
    root.at('source', 'dialect').expectKnown(name, Object.keys(CONTRACT_RESOURCES), 'notOfTheConsole')
  const names = Object.keys(file.fields)
  if (file.recordName !== undefined) root.at('recordName').expectKnown(file.recordName, names)
  const fields: Record<string, CompiledField> = {}
  for (const field of names) fields[field] = compileField(field, file.fields[field]!, context)
  const access = compileAccess(context)
  for (const field of Object.values(fields)) checkField(field, access.create, context)
  const resource: CompiledResource = {
    name,
    label: localized(file.label),
    ...(file.labelOne && { labelOne: localized(file.labelOne) }),
    path: file.path ?? `/app/${name}`,
    recordName: file.recordName ?? ((contract?.fields ?? names).includes('name') ? 'name' : 'id'),
    dialect,
    access: contract?.readOnly ? { ...READ_ONLY, list: access.list, show: access.list } : access,
    fields,
    ...(file.checks && { checks: compileChecks(context) }),
    list: file.list && compileList(file.list, { ...context, access, fields }),
    form: compileForm(context),
    formCreates: supportedParts(name).formCreates !== false,
    page: compilePage({ ...context, access, fields }),
    import: compileImport(context),
    related: compileRelated(context),
    messages: Object.fromEntries(
      Object.entries(file.messages ?? {}).map(([key, text]) => [key, localized(text)]),
    ),
  }
  const changeable = compileChangeable(context, resource)
  return changeable ? { ...resource, changeable } : resource
}

const READ_ONLY = { create: 'nobody', edit: 'nobody', delete: 'nobody', secrets: 'nobody' } as const

/** The level of each action. `edit` requires at least the level of `show`, since the form shows the record. */
function compileAccess({
  name,
  file,
  root,
  levelOf,
  contract,
}: ResourceContext): Record<RecordAction, LevelName> {
  const { access = {} } = file
  const levels = RECORD_ACTIONS.map(action => {
    const level = levelOf(access[action], DEFAULT_ACCESS[action])
    const minLevel = minLevelOf(contract, action)
    if (access[action] && minLevel && !isAtLeast(level, minLevel))
      root.at('access', action).report('accessFloor', { least: minLevel })
    return [action, level]
  })
  const compiled: Record<RecordAction, LevelName> = Object.fromEntries(levels)
  if (!supportedParts(name).access.includes('show') || isAtLeast(compiled.edit, compiled.show))
    return compiled
  if (access.edit) root.at('access', 'edit').warn('editShows', { level: compiled.show })
  return { ...compiled, edit: compiled.show }
}

/** Compiles `access.rows`. The console evaluates it too: every user who may change records must see its fields. */
function compileChangeable(
  { file, root, levelOf }: ResourceContext,
  resource: CompiledResource,
): CompiledCondition | undefined {
  if (file.access?.rows === undefined) return undefined
  const loc = root.at('access', 'rows')
  const condition = compileRows(file.access.rows, loc, resource, levelOf)
  const lowestChangingLevel = lowest(resource.access.edit, resource.access.delete)
  for (const name of new Set(fieldsIn(condition))) {
    const readLevel = ownValue(resource.fields, name)?.read ?? 'none'
    if (!isAtLeast(lowestChangingLevel, readLevel))
      loc.report('rowsUnread', { name, level: lowestChangingLevel })
  }
  return condition
}

function compileForm({
  name,
  file: { form, fields },
  root,
  contract,
}: ResourceContext): CompiledForm | undefined {
  if (!form) return undefined
  const namedFields = new Set<string>()
  const { embeddedForm } = supportedParts(name)
  if (embeddedForm) root.at('form').refuseKeys(form, ['width'], 'noEffect', { resource: name })
  for (const [sectionIndex, section] of form.sections.entries())
    for (const [fieldIndex, field] of section.fields.entries()) {
      const loc = root.at('form', 'sections', sectionIndex, 'fields', fieldIndex)
      if (loc.expectKnown(field, Object.keys(fields)) && namedFields.has(field))
        loc.report('duplicate', { name: field })
      else if (embeddedForm && contract?.fields.includes(field))
        loc.report('noEffect', { name: field, resource: name })
      namedFields.add(field)
    }
  return {
    sections: form.sections.map(section => ({ title: localized(section.title), fields: section.fields })),
    width: form.width ?? 'medium',
  }
}

/**
 * Checks a file without errors of shape, once all resources are compiled.
 *
 * @param limits absent if `app.json` or `levels.json` is unusable; then default values are not checked
 */
export function checkResource(
  compiled: Omit<ResourceCheck, 'contract' | 'supported'>,
  limits: ValueLimits | undefined,
): void {
  const { name } = compiled
  const check = { ...compiled, contract: ownValue(CONTRACT_RESOURCES, name), supported: supportedParts(name) }
  checkParts(check)
  checkActions(check)
  checkMessages(check)
  checkFieldKeys(check)
  checkConditions(check)
  checkExpressions(check)
  checkList(check)
  checkPage(check)
  checkImport(check)
  checkReferences(check)
  checkRelated(check)
  checkChildren(check)
  if (limits) checkDefaults(check, limits)
}

/** Reports unsupported actions, a menu link without a list, and a `recordName` of an unsuitable kind. */
function checkParts({ name, file, root, supported, resource, contract }: ResourceCheck): void {
  const unsupported = RECORD_ACTIONS.filter(action => !supported.access.includes(action))
  if (contract?.readOnly) {
    root.refuseKeys(file, ['form', 'checks', 'related'], 'noEffect', { resource: name })
    for (const field of Object.keys(file.fields))
      root.at('fields', field).expectKnown(field, contract.fields, 'unknownField')
  }
  const noEffect = supported.changedOneByOne ? unsupported : [...unsupported, 'rows']
  root.at('access').refuseKeys(file.access ?? {}, noEffect, 'noEffect', { resource: name })
  if (!file.list) {
    root.refuseKeys(file, ['menu'], 'needsList')
    // The built-in screens of this resource link to the list.
    if (supported.formCreates === false) root.report('missingKey', { name: 'list' })
  }
  const { recordName } = file
  if (recordName === undefined) return
  // A dotted name leads into an object, so treat it as JSON, which cannot name a record.
  const kind = recordName.includes('.') ? 'json' : ownValue(resource.fields, recordName)?.type
  if (kind && !KINDS[kind].usableFor.includes('name'))
    root.at('recordName').report('recordNameKind', { name: recordName, kind })
}

/** Messages after saving a form. */
const FORM_MESSAGES: readonly MessageName[] = ['updated', 'updateFailed', 'incomplete', 'incompleteEdit']

/** Messages after creating a record. */
const CREATION_MESSAGES: readonly MessageName[] = ['created', 'createFailed']

/** Messages around the deletion of a record, in list and form. */
const DELETION_MESSAGES: readonly MessageName[] = [
  'deleted',
  'deleteFailed',
  'confirmDelete',
  'confirmDeleteBody',
]

function checkMessages({ name, file, root, supported }: ResourceCheck): void {
  const hasForm = !supported.embeddedForm && file.form !== undefined
  const canDelete = hasForm || actionLists(file).some(({ names }) => names.includes('delete'))
  const shownMessages: readonly string[] = [
    ...supported.messages,
    ...(hasForm ? FORM_MESSAGES : []),
    ...(hasForm && supported.formCreates !== false ? CREATION_MESSAGES : []),
    ...(canDelete && supported.access.includes('delete') ? DELETION_MESSAGES : []),
  ]
  const unusedMessages = Object.keys(file.messages ?? {}).filter(message => !shownMessages.includes(message))
  root.at('messages').refuseKeys(file.messages ?? {}, unusedMessages, 'noEffect', { resource: name })
}
