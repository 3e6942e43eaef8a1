/** One resource file: names resolved, defaults filled in, and every reference inside it checked. */
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { own } from '../../domain/own'
import type { CompiledField, CompiledForm, CompiledResource } from '../compiled'
import { CONTRACT_RESOURCES, type ContractResource } from '../contractFields'
import { RECORD_ACTIONS, type RecordAction } from '../registry'
import type { Resource } from '../shapes/resource'
import { checkField } from './checkField'
import type { ChoiceLists } from './choiceLists'
import type { JsonSource } from './JsonSource'
import { levelOf, words } from './parts'
import { compileField } from './resolveField'
import { compileList } from './resolveList'
import { withHint } from './suggest'

export interface ResourceBuild {
  name: string
  file: Resource
  source: JsonSource
  /** The names of all resource files. */
  names: readonly string[]
  /** What `manager` stands for. */
  alias: LevelName
  choices: ChoiceLists
}

export function compileResource(build: ResourceBuild): CompiledResource {
  const { name, file, source, names, alias, choices } = build
  const contract = own(CONTRACT_RESOURCES, name)
  if (file.source.dialect === 'console' && !contract) {
    source.report(['source', 'dialect'], 'notOfTheConsole', withHint(name, Object.keys(CONTRACT_RESOURCES)))
  }
  if (contract && file.source.dialect !== contract.dialect) {
    source.report(['source', 'dialect'], 'ofTheConsole', { name, dialect: contract.dialect })
  }
  const fields: Record<string, CompiledField> = {}
  for (const [fieldName, field] of Object.entries(file.fields)) {
    fields[fieldName] = compileField(fieldName, field, {
      source,
      names,
      alias,
      choices,
      contract,
      fields: file.fields,
    })
  }
  if (file.recordName !== undefined && !Object.hasOwn(file.fields, file.recordName)) {
    source.report(['recordName'], 'unknownField', withHint(file.recordName, Object.keys(fields)))
  }
  const access = compileAccess(build)
  for (const field of Object.values(fields)) {
    checkField(field, { file, source, contract, createFrom: access.create })
  }
  const fallback = (contract?.fields ?? Object.keys(fields)).includes('name') ? 'name' : 'id'
  return {
    name,
    label: words(file.label),
    path: file.path ?? `/app/${name}`,
    recordName: file.recordName ?? fallback,
    dialect: file.source.dialect,
    access,
    fields,
    ...(file.list
      ? {
          list: compileList(file.list, {
            name,
            hasForm: file.form !== undefined,
            source,
            names,
            alias,
            choices,
            access,
            contract,
            fields,
          }),
        }
      : {}),
    ...(file.form ? { form: compileForm(file.form, source, fields) } : {}),
    messages: Object.fromEntries(
      Object.entries(file.messages ?? {}).map(([key, text]) => [key, words(text)]),
    ),
  }
}

/** What a resource without `access` allows: to look from guest on, to change for masters. */
const USUAL_ACCESS: Readonly<Record<RecordAction, LevelName>> = {
  list: 'guest',
  show: 'guest',
  create: 'master',
  edit: 'master',
  delete: 'master',
}

/** Records that config alone describes are open to guests at most, and changed by clients at least (`contract/records.ts`). */
const KEPT_FLOOR = { list: 'guest', create: 'client' } as const satisfies ContractResource['floor']

function compileAccess({ name, file, source, alias }: ResourceBuild): Record<RecordAction, LevelName> {
  const levels = RECORD_ACTIONS.map(
    action => [action, levelOf(file.access?.[action], USUAL_ACCESS[action], alias)] as const,
  )
  const access = Object.fromEntries(levels) as Record<RecordAction, LevelName>
  const floor = own(CONTRACT_RESOURCES, name)?.floor ?? KEPT_FLOOR
  for (const action of RECORD_ACTIONS) {
    const least = action === 'list' || action === 'show' ? floor.list : floor.create
    if (least && file.access?.[action] && LEVEL_NAMES.indexOf(access[action]) < LEVEL_NAMES.indexOf(least)) {
      source.report(['access', action], 'accessFloor', { least })
    }
  }
  return access
}

function compileForm(
  form: NonNullable<Resource['form']>,
  source: JsonSource,
  fields: Readonly<Record<string, CompiledField>>,
): CompiledForm {
  const seen = new Set<string>()
  for (const [at, section] of form.sections.entries()) {
    for (const [index, field] of section.fields.entries()) {
      const steps = ['form', 'sections', at, 'fields', index]
      if (!Object.hasOwn(fields, field))
        source.report(steps, 'unknownField', withHint(field, Object.keys(fields)))
      else if (seen.has(field)) source.report(steps, 'duplicate', { name: field })
      seen.add(field)
    }
  }
  return {
    sections: form.sections.map(section => ({
      ...(section.title ? { title: words(section.title) } : {}),
      fields: section.fields,
    })),
    width: form.width ?? 'medium',
  }
}
