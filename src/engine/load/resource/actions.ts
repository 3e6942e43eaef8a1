/** The buttons of a list: above it, in its rows, and for chosen rows. */
import { highest } from '../../../domain/authority'
import type { CompiledAction, CompiledBulkAction } from '../../compiled'
import { ACTIONS, type ActionName, type BulkActionName, factsOf } from '../../registry'
import type { Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import type { ListContext, ResourceCheck } from './context'

type ListFile = NonNullable<Resource['list']>
type ActionRef = NonNullable<ListFile['actions']>[number]
type BulkActionRef = NonNullable<ListFile['bulkActions']>[number]

const actionName = (ref: ActionRef): ActionName => (typeof ref === 'string' ? ref : ref.action)

/** A button that changes records needs at least the level of that action. */
export function compileActions(
  refs: readonly ActionRef[] = [],
  where: 'row' | 'above',
  loc: Location,
  { name: resource, file, access, levelOf }: ListContext,
): CompiledAction[] {
  return refs.map((ref, at) => {
    const name = actionName(ref)
    const { of, needs, form } = factsOf(name)
    const { position } = ACTIONS[name]
    if (of && of !== resource) loc.at(at).report('actionElsewhere', { name, of })
    else if (position !== 'both' && position !== where) loc.at(at).report('actionPlace', { name })
    else if (form && !file.form) loc.at(at).report('needsForm', { name })
    const level = typeof ref === 'string' ? 'none' : levelOf(ref.level)
    return { name, level: needs ? highest(level, access[needs]) : level }
  })
}

const bulkName = (ref: BulkActionRef): BulkActionName => (typeof ref === 'string' ? ref : ref.action)

export function compileBulkActions(
  refs: readonly BulkActionRef[] = [],
  loc: Location,
  { name: resource, access, levelOf, file }: ListContext,
): CompiledBulkAction[] {
  return refs.map((ref, at) => {
    const name = bulkName(ref)
    const { of, needs } = factsOf(name)
    if (of && of !== resource) loc.at(at).report('actionElsewhere', { name, of })
    const own = typeof ref === 'string' ? 'none' : levelOf(ref.level)
    if (name === 'export' && !file.list?.export) loc.at(at).report('needsExport', { name })
    const level = name === 'export' ? highest(own, levelOf(file.list?.export), access.list) : own
    return { name, level: needs ? highest(level, access[needs]) : level }
  })
}

/** Reports buttons that nothing shows, and repeated ones. */
export function checkActions({ name, file, root, effects, resource }: ResourceCheck): void {
  const { list } = file
  const loc = root.at('list')
  for (const key of ['actions', 'rowActions'] as const)
    if (list?.[key]?.length && !effects.buttons)
      loc.at(key).reportKey('noEffect', { name: key, resource: name })
  loc.at('bulkActions').expectUnique((list?.bulkActions ?? []).map(bulkName))
  for (const { at, names } of actionLists(file)) {
    root.at(...at).expectUnique(names)
    const creation = names.indexOf('create')
    if (creation >= 0 && !resource.formCreates)
      root.at(...at, creation).report('actionNowhere', { name: 'create', resource: name })
    const deletion = names.indexOf('delete')
    if (deletion >= 0 && !effects.access.includes('delete'))
      root.at(...at, deletion).report('actionNowhere', { name: 'delete', resource: name })
  }
}

/** Every list of buttons in a file, by its path. */
export function actionLists({ list, page }: Resource): { at: (string | number)[]; names: ActionName[] }[] {
  return [
    { at: ['list', 'actions'], names: (list?.actions ?? []).map(actionName) },
    { at: ['list', 'rowActions'], names: (list?.rowActions ?? []).map(actionName) },
    { at: ['page', 'actions'], names: (page?.actions ?? []).map(actionName) },
    ...(list?.columns ?? []).map((column, at) => ({
      at: ['list', 'columns', at, 'actions'],
      names: ((typeof column === 'string' ? undefined : column.actions) ?? []).map(actionName),
    })),
  ]
}
