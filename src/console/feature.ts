/** What a feature hands to the shell through its `index.ts`, and how an action that config names finds its code. */
import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, useContext } from 'react'
import type { CompiledResource } from '../engine/compiled'
import type { ActionName, RecordAction } from '../engine/registry'

/** The screens of one resource, by the name of its file in `config/resources/`. Give each with `lazyComponent`. */
export interface Feature {
  resource: string
  screens: Partial<Record<'list' | 'edit' | 'create' | 'show', ComponentType>>
  /** Screens at addresses of their own beneath the list's: `compose` is `/app/orders/compose`. */
  pages?: Record<string, Page>
}

interface Page {
  Screen: ComponentType
  /** What the user must be allowed to do with the resource. */
  needs: RecordAction
}

interface Offer {
  /** i18n key of its name. */
  label: string
  icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>
  /** Whether it is there for this record (§2: control only on linked devices). Always, when absent. */
  offered?: (record: RaRecord, resource?: CompiledResource) => boolean
}

/** A button of a list that opens a dialog of its own. */
export interface DialogAction extends Offer {
  /** Given with `lazyComponent`; mounted while it is open. */
  Dialog: ComponentType<ActionDialogProps>
}

/** A button of a list that leads to a form. */
interface LinkAction extends Offer {
  /** @param list address of the resource's list */
  to: (list: string, record?: RaRecord) => string
}

/** What a button of a list does. */
export type Action = DialogAction | LinkAction

export interface ActionDialogProps {
  /** The record whose button was pressed; absent for buttons above the list. */
  record?: RaRecord
  onClose: () => void
}

export type Actions = Partial<Record<ActionName, Action>>

const ActionsContext = createContext<Actions>({})

export const ActionsProvider = ActionsContext.Provider

/** The code behind the action names of config. A name that no feature has taken is not there, and shows no button. */
export const useActions = (): Actions => useContext(ActionsContext)
