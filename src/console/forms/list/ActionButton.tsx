/** The button of an action that config names. It opens the action's dialog or links to its form. */
import { Box, Button } from '@mui/material'
import { type RaRecord, useResourceContext, useTranslate } from 'ra-core'
import { type HTMLAttributes, type PointerEvent, useState } from 'react'
import { Link, type To } from 'react-router'
import { may } from '../../../engine/access'
import type { ActionName } from '../../../engine/registry'
import { useConfig } from '../../config'
import { useActions } from '../../feature'
import { session } from '../../session'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent, preloadBriefly } from '../../ui/lazy/lazyComponent'
import { useTip } from '../../ui/text/useTip'
import { useLinkOrigin } from '../formOrigin'

interface ActionButtonProps {
  name: ActionName
  /** `icon` in a row of a list; the others are MUI's variants. */
  variant: 'icon' | 'contained' | 'outlined' | 'text'
  /** Absent for an action of the whole list. */
  record?: RaRecord
  /** Part of the accessible name of an icon, so that the buttons of twenty rows differ. */
  recordName?: string
}

const OfRecord = lazyComponent(() => import('../OfRecord'))

/** Of a record that the user may only see, some actions read it and others are not offered (`access.rows`). */
export function ActionButton(props: ActionButtonProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const { record, variant } = props
  if (!record || !resource?.changeable) return <Action {...props} isChangeable />
  return (
    <LazyPart
      placeholder={variant === 'icon' && <Box component="span" sx={{ display: 'inline-block', width: 32 }} />}
      errorFallback={<Action {...props} isChangeable={false} />}
    >
      <OfRecord resource={resource} record={record}>
        {isChangeable => <Action {...props} isChangeable={isChangeable} />}
      </OfRecord>
    </LazyPart>
  )
}

type ActionProps = ActionButtonProps & { isChangeable: boolean }

function Action({ name, variant, record, recordName, isChangeable }: ActionProps) {
  const translate = useTranslate()
  const action = useActions()[name]
  const [open, setOpen] = useState(false)
  const config = useConfig()
  const resource = config.resources[useResourceContext() ?? '']
  const path = resource?.path ?? ''
  const user = session.current()?.user
  const mayEdit = isChangeable && may(config, user?.level ?? 0, resource?.name ?? '', 'edit')
  const linkOrigin = useLinkOrigin()
  if (!isChangeable && name === 'delete') return null
  if (!action || (record && action.isOffered && !action.isOffered(record, resource, user))) return null

  const look = ('withoutEdit' in action && !mayEdit && action.withoutEdit) || action
  const label = translate(look.label)
  const Icon = look.icon
  const isDelete = name === 'delete'
  const props =
    'to' in action
      ? { component: Link, to: action.to(path, record), state: linkOrigin }
      : ({
          'aria-haspopup': 'dialog',
          onPointerEnter: () => void preloadBriefly(action.Dialog),
          onClick: () => void preloadBriefly(action.Dialog).then(() => setOpen(true)),
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
        <LazyDialog label={label} component={action.Dialog} onClose={() => setOpen(false)}>
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

/** A plain element styled by the theme (`plainElements`): a list has about fifty, too many for MUI's buttons. */
function RowButton({ tip: title, component, to = '', state, onPointerEnter, ...button }: RowButtonProps) {
  const { props, tip } = useTip(title)
  const merged = {
    ...props,
    ...button,
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      props.onPointerEnter(event)
      onPointerEnter?.(event)
    },
  }
  return (
    <>
      {component ? <Link to={to} {...merged} /> : <button type="button" {...merged} />}
      {tip}
    </>
  )
}
