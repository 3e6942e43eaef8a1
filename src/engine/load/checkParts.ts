/** The parts of a resource's file that nothing reads: a form without a screen, buttons without a place, sentences never said. */
import type { ActionName, MessageName } from '../registry'
import type { ResourceCheck } from './effects'
import { TEXT_KINDS } from './kindFits'
import type { Steps } from './problems'

/** Said when a form is saved. */
const OF_FORM: readonly MessageName[] = [
  'created',
  'createFailed',
  'updated',
  'updateFailed',
  'incomplete',
  'incompleteEdit',
]

/** Said when a record is deleted, from the list or from its form. */
const OF_DELETION: readonly MessageName[] = ['deleted', 'deleteFailed', 'confirmDelete', 'confirmDeleteBody']

export function checkParts(check: ResourceCheck): void {
  const { name, file, source, effects, resource } = check
  if (file.form && !effects.form) source.report(['form'], 'noForm', { name }, 'key')
  for (const action of Object.keys(file.access ?? {}))
    if (!effects.access.some(one => one === action))
      source.report(['access', action], 'noEffect', { name: action, resource: name }, 'key')
  if (!file.list) {
    if (file.menu) source.report(['menu'], 'needsList', { name: 'menu' }, 'key')
    // The product leads to it.
    if (!effects.form) source.report([], 'missingKey', { name: 'list' })
  }
  const named = resource.fields[resource.recordName]
  if (file.recordName !== undefined && named && !(TEXT_KINDS.includes(named.type) || isPlain(named.type)))
    source.report(['recordName'], 'recordNameKind', { name: file.recordName, kind: named.type })
  if (file.recordName?.includes('.'))
    source.report(['recordName'], 'recordNameKind', { name: file.recordName, kind: 'json' })
  checkButtons(check)
  checkMessages(check)
}

const isPlain = (kind: string) => ['number', 'select', 'date', 'datetime'].includes(kind)

function checkButtons({ name, file, source, effects }: ResourceCheck): void {
  for (const key of ['actions', 'rowActions'] as const)
    if (file.list?.[key]?.length && !effects.buttons)
      source.report(['list', key], 'noEffect', { name: key, resource: name }, 'key')
  if (file.list?.bulkActions?.length) source.report(['list', 'bulkActions'], 'bulkActions', {}, 'key')
  for (const { at, names } of actionsOf(file))
    for (const [index, action] of names.entries()) {
      if (names.indexOf(action) !== index) source.report([...at, index], 'duplicate', { name: action })
      else if (action === 'delete' && !effects.access.includes('delete'))
        source.report([...at, index], 'actionNowhere', { name: action, resource: name })
    }
}

/** Every list of buttons in a file. */
function actionsOf({ list }: ResourceCheck['file']): { at: Steps; names: ActionName[] }[] {
  const named = (refs: NonNullable<NonNullable<typeof list>['actions']> = []) =>
    refs.map(ref => (typeof ref === 'string' ? ref : ref.action))
  return [
    { at: ['list', 'actions'], names: named(list?.actions) },
    { at: ['list', 'rowActions'], names: named(list?.rowActions) },
    ...(list?.columns ?? []).map((column, at) => ({
      at: ['list', 'columns', at, 'actions'],
      names: typeof column === 'string' ? [] : named(column.actions),
    })),
  ]
}

function checkMessages({ name, file, source, effects }: ResourceCheck): void {
  const hasForm = effects.form && file.form !== undefined
  const deletes = hasForm || actionsOf(file).some(({ names }) => names.includes('delete'))
  const said: readonly string[] = [
    ...effects.messages,
    ...(hasForm ? OF_FORM : []),
    ...(deletes && effects.access.includes('delete') ? OF_DELETION : []),
  ]
  for (const message of Object.keys(file.messages ?? {}))
    if (!said.includes(message))
      source.report(['messages', message], 'noEffect', { name: message, resource: name }, 'key')
}
