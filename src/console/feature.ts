/** The types that features export to the shell, and the registry of actions that config names. */
import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, useContext } from 'react'
import type { CompiledResource } from '../engine/compiled'
import type { ActionName, RecordAction } from '../engine/registry'
import type { StoredUser } from './session'

/** The screens of one resource, named like its file in `config/resources/`. Wrap each in `lazyComponent`. */
export interface Feature {
  resource: string
  screens: Partial<Record<'list' | 'edit' | 'create' | 'show', ComponentType>>
  /** Further screens by path below the list's: `compose` is `/app/orders/compose`. */
  pages?: Record<string, Page>
}

interface Page {
  Screen: ComponentType
  /** The action that the user must be allowed on the resource. */
  needs: RecordAction
}

interface ActionBase {
  /** i18n key of the label. */
  label: string
  icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>
  /** Whether the record has this action (§2: control only for linked devices). Always if absent. */
  isOffered?: (record: RaRecord, resource?: CompiledResource, user?: StoredUser) => boolean
}

/** A button of a list that opens a dialog. */
export interface DialogAction extends ActionBase {
  /** Wrapped in `lazyComponent`; mounted only while open. */
  Dialog: ComponentType<ActionDialogProps>
}

/** A button of a list that opens a form. */
interface LinkAction extends ActionBase {
  /** @param list path of the resource's list */
  to: (list: string, record?: RaRecord) => string
  /** Its look for users who may open the form but not save it. */
  withoutEdit?: Pick<ActionBase, 'label' | 'icon'>
}

export type Action = DialogAction | LinkAction

export interface ActionDialogProps {
  /** The record whose button was pressed; absent for buttons above the list. */
  record?: RaRecord
  onClose: () => void
}

export type Actions = Partial<Record<ActionName, Action>>

const ActionsContext = createContext<Actions>({})

export const ActionsProvider = ActionsContext.Provider

/** The registered actions by their names in config. Names without an action show no button. */
export const useActions = (): Actions => useContext(ActionsContext)
