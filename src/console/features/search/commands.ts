/** The hits of a search besides records: screens, forms, dialogs, filtered lists, and commands for found records. */
import type { SearchHit } from '../../../contract/search'
import { digitsOf } from '../../../domain/phone'
import { menuFor, partsFor } from '../../../engine/access'
import type { CompiledConfig, MenuSlot, Words } from '../../../engine/compiled'
import type { ActionName, RecordAction } from '../../../engine/registry'
import type { Actions } from '../../feature'
import type { PageCommand } from '../../pageCommands'
import { editPath, filteredPath, paths } from '../../paths'
import type { Hit, Opened } from './hits'

interface Context {
  config: CompiledConfig
  level: number
  may: (resource: string, action: RecordAction) => boolean
  actions: Actions
  /** The commands of the current screen. */
  page: readonly PageCommand[]
  translate: (text: string | Words | undefined, options?: Record<string, unknown>) => string
}

/** Whether each word of the text is part of the label. */
const matches = (label: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every(word => label.toLowerCase().includes(word))

/** Screens and actions whose label has the words of the text, and the list of devices filtered by them. */
export function commandsOf(context: Context, text: string): Hit[] {
  if (text === '' || digitsOf(text) !== '') return []
  const found = [...pageHits(context), ...screensOf(context), ...actionsOf(context)].filter(({ name }) =>
    matches(name, text),
  )
  return [...found, ...filteredDevices(context, text)]
}

const pageHits = ({ page }: Context): Hit[] =>
  page.map(({ name, label, detail, run }) => ({
    key: `page ${name}`,
    resource: 'page',
    name: label,
    detail,
    to: '',
    runs: run,
  }))

function screensOf({ config, level, may, translate }: Context): Hit[] {
  const slots = Object.keys(config.menu.slots) as MenuSlot[]
  const links = slots
    .flatMap(slot => menuFor(config, level, slot))
    .filter(({ to }) => to.startsWith('/'))
    .map(({ name, label, to }) => ({ key: `screen ${name}`, name: translate(label), to }))
  const { orders } = config.resources
  const compose = orders &&
    may('orders', 'create') && {
      key: 'compose',
      name: translate('orders.compose'),
      to: `${orders.path}/compose`,
    }
  const profile = { key: 'profile', name: translate('shell.nav.profile'), to: paths.profile }
  return [...links, ...(compose ? [compose] : []), profile].map(link => ({
    ...link,
    resource: 'screens',
    detail: '',
  }))
}

/** The buttons above lists: forms of new records, and dialogs. */
function actionsOf({ config, may, actions, translate }: Context): Hit[] {
  return Object.values(config.resources).flatMap(({ name, list, path, label, labelOne }) => {
    if (!list || !may(name, 'list')) return []
    const hit = { resource: 'actions', detail: translate(label) }
    return list.actions.flatMap(({ name: action }): Hit[] => {
      const registered = actions[action]
      if (!registered) return []
      if (action === 'create') {
        const title = translate('records.form.create', { name: translate(labelOne ?? label) })
        return may(name, 'create') ? [{ ...hit, key: `new ${name}`, name: title, to: editPath(path) }] : []
      }
      if (!('Dialog' in registered)) return []
      const key = `${action} ${name}`
      return [{ ...hit, key, name: translate(registered.label), to: path, opens: { action, resource: name } }]
    })
  })
}

/** "오프라인 경남": the filtered list of devices, if each word names a choice of a different filter. */
function filteredDevices({ config, may, translate }: Context, text: string): Hit[] {
  const { devices } = config.resources
  if (!devices?.list || !may('devices', 'list')) return []
  const chosen = new Map<string, { value: unknown; label: string }>()
  for (const word of text.split(/\s+/)) {
    const choice = devices.list.filters
      .filter(({ name }) => !chosen.has(name))
      .flatMap(({ name, choices }) =>
        (Array.isArray(choices) ? choices : []).map(({ value, label }) => ({
          name,
          value,
          label: translate(label),
        })),
      )
      .find(({ label }) => abbreviates(word, label))
    if (!choice) return []
    chosen.set(choice.name, choice)
  }
  const filter = Object.fromEntries([...chosen].map(([name, { value }]) => [name, value]))
  return [
    {
      key: 'filtered',
      resource: 'devices',
      name: [...chosen.values()].map(({ label }) => label).join(' · '),
      detail: translate(devices.label),
      to: filteredPath(devices.path, filter),
    },
  ]
}

/** Whether a word of at least two letters is a label or its abbreviation: 경남 for 경상남도. */
function abbreviates(word: string, label: string): boolean {
  if (word.length < 2) return false
  const letters = [...word.toLowerCase()].map(letter => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'))
  return new RegExp(`^${letters.join('.*')}`, 'su').test(label.toLowerCase())
}

/** A command that the user can type beside a record: a row action, or the control command with this code. */
export interface Command extends Omit<Opened, 'id'> {
  caption: string
}

/** The actions at the rows of lists that the user may have, such as "삭제". */
export function rowCommands({ config, level, may, actions, translate }: Omit<Context, 'page'>): Command[] {
  return Object.values(config.resources).flatMap(({ name: resource, list }) => {
    if (!list || !may(resource, 'list')) return []
    const offered = [...list.rowActions, ...list.columns.flatMap(column => column.actions)]
    const names = new Set<ActionName>(partsFor(config, level, offered).map(({ name }) => name))
    return [...names].flatMap(action => {
      const registered = actions[action]
      return registered ? [{ action, resource, caption: translate(registered.label) }] : []
    })
  })
}

/**
 * Splits a text such as "재시작 9042" or "한빛 삭제" into words of a caption, at its start or end, and the query for records.
 *
 * @returns the query, and the commands whose captions have the words; undefined if there are none
 */
export function splitCommand<C extends Pick<Command, 'caption'>>(text: string, commands: readonly C[]) {
  const words = text.split(/\s+/)
  for (let count = words.length - 1; count > 0; count--)
    for (const [names, others] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const) {
      // A single letter or a number would be part of many captions.
      if (names.some(word => word.length < 2 || digitsOf(word) === word)) continue
      const named = commands.filter(({ caption }) => matches(caption, names.join(' ')))
      if (named.length > 0) return { query: others.join(' '), named }
    }
  return undefined
}

/** One hit for each found record and each of the commands that is offered for the record. */
export const commandHits = (
  named: readonly Command[],
  found: readonly SearchHit[],
  nameOf: (hit: SearchHit) => string,
  isOffered: (command: Command, hit: SearchHit) => boolean,
): Hit[] =>
  found.flatMap(hit =>
    named
      .filter(command => command.resource === hit.resource && isOffered(command, hit))
      .map(({ caption, action, resource, code }) => ({
        key: `${action} ${code ?? ''} ${resource} ${hit.id}`,
        resource: 'actions',
        name: `${caption} → ${nameOf(hit)}`,
        detail: hit.detail,
        to: '',
        opens: { action, resource, id: hit.id, ...(code !== undefined && { code }) },
      })),
  )
