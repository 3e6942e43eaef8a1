/** Compiles the buttons of a list: above it, in its rows, and for selected rows. */
import { highest } from '../../../domain/authority'
import { buttonLevel } from '../../access'
import type { CompiledAction, CompiledBulkAction } from '../../compiled'
import { ACTIONS, type ActionName, actionProperties, type BulkActionName } from '../../registry'
import type { Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import type { ListContext, ResourceCheck } from './context'

type ListFile = NonNullable<Resource['list']>
type ActionRef = NonNullable<ListFile['rowActions']>[number]
type BulkActionRef = NonNullable<ListFile['bulkActions']>[number]

const actionName = (ref: ActionRef): ActionName => (typeof ref === 'string' ? ref : ref.action)

/**
 * Compiles the buttons of one place. The level of a button is at least the lowest level that has a right it needs.
 *
 * @param where the place: a row, or above the list
 */
export function compileActions(
  refs: readonly ActionRef[] = [],
  where: 'row' | 'above',
  loc: Location,
  { name: resource, file, access, levelOf }: ListContext,
): CompiledAction[] {
  return refs.map((ref, index) => {
    const name = actionName(ref)
    const { resource: onlyResource, opensForm } = actionProperties(name)
    const { position } = ACTIONS[name]
    if (onlyResource && onlyResource !== resource)
      loc.at(index).report('actionElsewhere', { name, of: onlyResource })
    else if (position !== 'both' && position !== where) loc.at(index).report('actionPlace', { name })
    else if (opensForm && !file.form) loc.at(index).report('needsForm', { name })
    const { level, menu = false } = typeof ref === 'string' ? {} : ref
    const levelInConfig = level === undefined ? 'none' : levelOf(level)
    return {
      name,
      level: highest(levelInConfig, buttonLevel(name, access)),
      ...(menu && { menu }),
    }
  })
}

const bulkName = (ref: BulkActionRef): BulkActionName => (typeof ref === 'string' ? ref : ref.action)

/** The buttons for selected rows. */
export function compileBulkActions(
  refs: readonly BulkActionRef[] = [],
  loc: Location,
  { name: resource, access, levelOf, file }: ListContext,
): CompiledBulkAction[] {
  return refs.map((ref, index) => {
    const name = bulkName(ref)
    const { resource: onlyResource, opensForm } = actionProperties(name)
    if (onlyResource && onlyResource !== resource)
      loc.at(index).report('actionElsewhere', { name, of: onlyResource })
    else if (opensForm && !file.form) loc.at(index).report('needsForm', { name })
    const levelInConfig = typeof ref === 'string' ? 'none' : levelOf(ref.level)
    if (name === 'export' && !file.list?.export) loc.at(index).report('needsExport', { name })
    // Only users who may export the list see the button.
    const level =
      name === 'export' ? highest(levelInConfig, levelOf(file.list?.export), access.list) : levelInConfig
    return { name, level: highest(level, buttonLevel(name, access)) }
  })
}

/** Reports repeated buttons, and buttons that no screen shows. */
export function checkActions({ name, file, root, supported, resource }: ResourceCheck): void {
  const { list } = file
  const loc = root.at('list')
  for (const key of ['actions', 'rowActions'] as const)
    if (list?.[key]?.length && !supported.buttons)
      loc.at(key).reportKey('noEffect', { name: key, resource: name })
  // Orders and the history have no rows to select.
  if (list?.bulkActions?.length && !supported.access.includes('delete'))
    loc.at('bulkActions').reportKey('noEffect', { name: 'bulkActions', resource: name })
  loc.at('bulkActions').expectUnique((list?.bulkActions ?? []).map(bulkName))
  for (const { steps, names } of actionLists(file)) {
    root.at(...steps).expectUnique(names)
    const createIndex = names.indexOf('create')
    if (createIndex >= 0 && !resource.formCreates)
      root.at(...steps, createIndex).report('actionNowhere', { name: 'create', resource: name })
    const deleteIndex = names.indexOf('delete')
    if (deleteIndex >= 0 && !supported.access.includes('delete'))
      root.at(...steps, deleteIndex).report('actionNowhere', { name: 'delete', resource: name })
  }
}

/** Every list of buttons in a file except `bulkActions`, with the steps that lead to it. */
export function actionLists({ list, page }: Resource): { steps: (string | number)[]; names: ActionName[] }[] {
  return [
    { steps: ['list', 'actions'], names: (list?.actions ?? []).map(actionName) },
    { steps: ['list', 'rowActions'], names: (list?.rowActions ?? []).map(actionName) },
    { steps: ['page', 'actions'], names: (page?.actions ?? []).map(actionName) },
    ...(list?.columns ?? []).map((column, index) => ({
      steps: ['list', 'columns', index, 'actions'],
      names: ((typeof column === 'string' ? undefined : column.actions) ?? []).map(actionName),
    })),
  ]
}
