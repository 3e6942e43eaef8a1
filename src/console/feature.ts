/** The types that features export to the shell, and the registry of actions that config names. */
import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { CompiledConfig, CompiledResource } from '../engine/compiled'
import type { ActionName, RecordAction } from '../engine/registry'
import type { StoredUser } from './session'

/** The screens of one resource, named like its file in `config/resources/`. Wrap each in `lazyComponent`. */
export interface Feature {
  resource: string
  screens: Partial<Record<'list' | 'edit' | 'create' | 'show', ComponentType>>
  /** Other screens, by their path below the list's: `compose` is `/app/orders/compose`. */
  pages?: Record<string, Page>
}

interface Page {
  Screen: ComponentType
  /** The action that the user must be allowed on the resource. */
  needs: RecordAction
}

interface OfferContext {
  resource: CompiledResource | undefined
  config: CompiledConfig
  user: StoredUser | undefined
}

interface ActionBase {
  /** i18n key of the label. */
  label: string
  icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>
  /** Whether the record has this action (§2: control only for linked devices). Always if absent. */
  isOffered?: (record: RaRecord, context: OfferContext) => boolean
}

/** A button of a list that opens a dialog. */
interface DialogAction extends ActionBase {
  /** Wrapped in `lazyComponent`; mounted only while open. */
  Dialog: ComponentType<ActionDialogProps>
}

/** A button of a list that opens a form. */
interface LinkAction extends ActionBase {
  /** @param list path of the resource's list */
  to: (list: string, record?: RaRecord) => string
}

type Action = DialogAction | LinkAction

export interface ActionDialogProps {
  /** The record whose button was pressed; absent for buttons above the list. */
  record?: RaRecord
  /** The code of the command that is open from the start. */
  command?: string | undefined
  onClose: () => void
}

/** The action `import` is offered by the key `import` of a resource; the others are named in lists. */
export type OfferedAction = ActionName | 'import'

export type Actions = Partial<Record<OfferedAction, Action>>

type Values = Readonly<Record<string, unknown>>

/** A hook of a feature that asks before a changed record is saved. */
export type UseSaveQuestion = () => {
  /** @returns the `meta` of the save; undefined if the user does not save after all */
  ask: (before: Values, after: Values) => Promise<object | undefined>
  /** The dialog with the question, while it is open. */
  dialog: ReactNode
}

/** Props of a component that shows a record in the panel beside its list. Wrap the component in `lazyComponent`. */
export interface PeekProps {
  resource: CompiledResource
  record: RaRecord
}

/** What features add to the screens of resources that config describes. */
export interface Registry {
  actions: Actions
  /** By resource. */
  saveQuestions?: Readonly<Record<string, UseSaveQuestion>>
  /** By resource. Resources without an entry show all fields of a record. */
  peeks?: Readonly<Record<string, ComponentType<PeekProps>>>
}

const RegistryContext = createContext<Registry>({ actions: {} })

export const RegistryProvider = RegistryContext.Provider
/** The registered actions by their names in config. Names without an action show no button. */
export const useActions = (): Actions => useContext(RegistryContext).actions

const useNoQuestion: UseSaveQuestion = () => ({ ask: async () => ({}), dialog: null })

/** The question of the feature that is registered for the resource. */
export const useSaveQuestion = (resource: string): ReturnType<UseSaveQuestion> =>
  (useContext(RegistryContext).saveQuestions?.[resource] ?? useNoQuestion)()

/** The content of the panel beside the list of a resource. */
export const usePeekContent = (resource: string) => useContext(RegistryContext).peeks?.[resource]
