/** A button that config names; it opens a dialog or leads to a form. */
import { Button } from '@mui/material'
import { type RaRecord, useResourceContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { IconButtonWithTooltip } from 'react-admin'
import { Link } from 'react-router'
import type { ActionName } from '../../../engine/registry'
import { useConfig } from '../../config'
import { useActions } from '../../feature'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { fetchedSoon } from '../../ui/lazy/lazyComponent'

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
  if (!action || (record && action.offered && !action.offered(record, resource))) return null

  const label = translate(action.label)
  const Icon = action.icon
  const isDelete = name === 'delete'
  const opener =
    'to' in action
      ? { component: Link, to: action.to(path, record) }
      : ({
          'aria-haspopup': 'dialog',
          onPointerEnter: () => void fetchedSoon(action.Dialog),
          onClick: () => void fetchedSoon(action.Dialog).then(() => setOpen(true)),
        } as const)
  return (
    <>
      {variant === 'icon' ? (
        <IconButtonWithTooltip
          label={label}
          size="small"
          color={isDelete ? 'default' : 'primary'}
          // Fingers need more room than a pointer.
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
          aria-label={recordName ? translate('forms.action.of', { action: label, name: recordName }) : label}
          {...opener}
        >
          <Icon fontSize="small" />
        </IconButtonWithTooltip>
      ) : (
        <Button
          variant={variant}
          color={isDelete ? 'error' : 'primary'}
          startIcon={<Icon fontSize="small" />}
          {...opener}
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
