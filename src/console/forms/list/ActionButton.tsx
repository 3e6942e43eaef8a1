/** A button that config names; it opens a dialog or leads to a form. */
import { Button } from '@mui/material'
import { type RaRecord, useResourceContext, useTranslate } from 'ra-core'
import { type HTMLAttributes, type PointerEvent, useState } from 'react'
import { Link, type To } from 'react-router'
import type { ActionName } from '../../../engine/registry'
import { useConfig } from '../../config'
import { useActions } from '../../feature'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { fetchedInTime } from '../../ui/lazy/lazyComponent'
import { useTip } from '../../ui/text/useTip'
import { useLinkOrigin } from '../formOrigin'

interface ActionButtonProps {
  name: ActionName
  /** An icon in a row, a button with text elsewhere. */
  variant: 'icon' | 'contained' | 'outlined' | 'text'
  /** Absent above the list. */
  record?: RaRecord
  /** The record's name, part of an icon's accessible name: twenty rows have twenty buttons. */
  recordName?: string
}

export function ActionButton({ name, variant, record, recordName }: ActionButtonProps) {
  const translate = useTranslate()
  const action = useActions()[name]
  const [open, setOpen] = useState(false)
  const resource = useConfig().resources[useResourceContext() ?? '']
  const path = resource?.path ?? ''
  const opener = useLinkOrigin()
  if (!action || (record && action.isOffered && !action.isOffered(record, resource))) return null

  const label = translate(action.label)
  const Icon = action.icon
  const isDelete = name === 'delete'
  const props =
    'to' in action
      ? { component: Link, to: action.to(path, record), state: opener }
      : ({
          'aria-haspopup': 'dialog',
          onPointerEnter: () => void fetchedInTime(action.Dialog),
          onClick: () => void fetchedInTime(action.Dialog).then(() => setOpen(true)),
        } as const)
  return (
    <>
      {variant === 'icon' ? (
        <RowButton
          tip={label}
          className={isDelete ? 'row-button' : 'row-button row-button-primary'}
          aria-label={recordName ? translate('forms.action.of', { action: label, name: recordName }) : label}
          {...props}
        >
          <Icon fontSize="small" />
        </RowButton>
      ) : (
        <Button
          variant={variant}
          color={isDelete ? 'error' : 'primary'}
          startIcon={<Icon fontSize="small" />}
          {...props}
        >
          {label}
        </Button>
      )}
      {open && 'Dialog' in action && (
        <LazyDialog label={label} screen={action.Dialog} onClose={() => setOpen(false)}>
          <action.Dialog record={record} onClose={() => setOpen(false)} />
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
}

/** A plain element, styled by the theme (`pieces`): a list has fifty. */
function RowButton({ tip: title, component, to = '', state, onPointerEnter, ...button }: RowButtonProps) {
  const { props, tip } = useTip(title)
  const all = {
    ...props,
    ...button,
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      props.onPointerEnter(event)
      onPointerEnter?.(event)
    },
  }
  return (
    <>
      {component ? <Link to={to} {...all} /> : <button type="button" {...all} />}
      {tip}
    </>
  )
}
