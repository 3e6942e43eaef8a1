/** The button of an action that config names. It opens the action's dialog or links to its form. */
import { Box, Button } from '@mui/material'
import { type RaRecord, useResourceContext, useTranslate } from 'ra-core'
import { type HTMLAttributes, type PointerEvent, type ReactNode, useState } from 'react'
import { Link, type To } from 'react-router'
import { useConfig } from '../../config'
import { type OfferedAction, useActions } from '../../feature'
import { FROM_HERE } from '../../recordPage'
import { session } from '../../session'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent, preloadBriefly } from '../../ui/lazy/lazyComponent'
import { useTip } from '../../ui/text/useTip'
import { useLinkOrigin } from '../formOrigin'

interface ActionButtonProps {
  name: OfferedAction
  /** `icon` in a row of a list; the others are MUI's variants. */
  variant: 'icon' | 'contained' | 'outlined' | 'text'
  /** The record of the action; absent for an action of the whole list. */
  record?: RaRecord
  /** Part of the accessible name of an icon, so that the buttons of twenty rows differ. */
  recordName?: string
}

const OfRecord = lazyComponent(() => import('../OfRecord'))

/** If the rule `access.rows` forbids the user to change the record, there are no buttons to edit and delete it. */
export function ActionButton(props: ActionButtonProps) {
  const { record, variant } = props
  return (
    <IfChangeable
      record={record}
      placeholder={variant === 'icon' && <Box component="span" sx={{ display: 'inline-block', width: 32 }} />}
    >
      {isChangeable => <Action {...props} isChangeable={isChangeable} />}
    </IfChangeable>
  )
}

interface IfChangeableProps {
  record: RaRecord | undefined
  placeholder?: ReactNode
  children: (isChangeable: boolean) => ReactNode
}

/**
 * Passes to its child whether the user may change the record. Loads the code for `access.rows` only if config has such
 * a rule.
 */
export function IfChangeable({ record, placeholder, children }: IfChangeableProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  if (!record || !resource?.changeable) return children(true)
  return (
    <LazyPart placeholder={placeholder} errorFallback={children(false)}>
      <OfRecord resource={resource} record={record}>
        {children}
      </OfRecord>
    </LazyPart>
  )
}

/**
 * Returns a function that describes an action for a record: its label, its icon, and what it opens, a form (`link`) or
 * a `Dialog`. The function returns `undefined` if the record does not have the action.
 */
export function useOffer() {
  const translate = useTranslate()
  const actions = useActions()
  const config = useConfig()
  const resource = config.resources[useResourceContext() ?? '']
  const user = session.current()?.user
  const context = { resource, config, user }
  const linkOrigin = useLinkOrigin()
  return (name: OfferedAction, record: RaRecord | undefined, isChangeable: boolean) => {
    const action = actions[name]
    if (!action || (!isChangeable && CHANGING.includes(name))) return undefined
    if (record && action.isOffered && !action.isOffered(record, context)) return undefined
    return {
      name,
      label: translate(action.label),
      Icon: action.icon,
      link:
        'to' in action
          ? { component: Link, to: action.to(resource?.path ?? '', record), state: linkOrigin ?? FROM_HERE }
          : undefined,
      Dialog: 'to' in action ? undefined : action.Dialog,
    }
  }
}

const CHANGING: readonly OfferedAction[] = ['edit', 'delete']

type ActionProps = ActionButtonProps & { isChangeable: boolean }

function Action({ name, variant, record, recordName, isChangeable }: ActionProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const offer = useOffer()(name, record, isChangeable)
  if (!offer) return null
  const { label, Icon, link, Dialog: ActionDialog } = offer
  const linkOrOpener = link ?? {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: () => void (ActionDialog && preloadBriefly(ActionDialog)),
    onClick: () => void (ActionDialog && preloadBriefly(ActionDialog).then(() => setOpen(true))),
  }
  return (
    <>
      {variant === 'icon' ? (
        <RowButton
          tip={label}
          aria-label={recordName ? translate('forms.action.of', { action: label, name: recordName }) : label}
          {...linkOrOpener}
        >
          <Icon fontSize="small" />
        </RowButton>
      ) : (
        <Button
          variant={variant}
          color={name === 'delete' ? 'error' : variant === 'contained' ? 'primary' : 'inherit'}
          startIcon={<Icon fontSize="small" />}
          {...linkOrOpener}
        >
          {label}
        </Button>
      )}
      {open && ActionDialog && (
        <LazyDialog label={label} component={ActionDialog} onClose={() => setOpen(false)}>
          <ActionDialog record={record} onClose={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  )
}

interface RowButtonProps extends HTMLAttributes<HTMLElement> {
  tip: string
  component?: typeof Link
  to?: To
  state?: unknown
  'data-peek'?: boolean
}

/** A plain element styled by the theme (`plainElements`): a list has about fifty, too many for MUI's buttons. */
export function RowButton({
  tip: title,
  component,
  to = '',
  state,
  onPointerEnter,
  ...button
}: RowButtonProps) {
  const { props, tip } = useTip(title)
  const merged = {
    className: 'row-button',
    ...props,
    ...button,
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      props.onPointerEnter(event)
      onPointerEnter?.(event)
    },
  }
  return (
    <>
      {component ? <Link to={to} state={state} {...merged} /> : <button type="button" {...merged} />}
      {tip}
    </>
  )
}
