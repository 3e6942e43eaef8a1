/** The menu "⋯" at the end of a row, with the actions that have no button. */
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import { ListItemIcon, Menu, MenuItem } from '@mui/material'
import { type RaRecord, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import type { CompiledAction } from '../../../engine/compiled'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { preloadBriefly } from '../../ui/lazy/lazyComponent'
import { IfChangeable, RowButton, useOffer } from './ActionButton'

interface RowMenuProps {
  record: RaRecord
  /** Part of the accessible name, so that the menus of twenty rows differ. */
  recordName: string
  actions: readonly CompiledAction[]
}

export const RowMenu = (props: RowMenuProps) => (
  <IfChangeable record={props.record}>
    {isChangeable => <OfferedMenu {...props} isChangeable={isChangeable} />}
  </IfChangeable>
)

type Offer = NonNullable<ReturnType<ReturnType<typeof useOffer>>>

function OfferedMenu({
  record,
  recordName,
  actions,
  isChangeable,
}: RowMenuProps & { isChangeable: boolean }) {
  const translate = useTranslate()
  const offer = useOffer()
  const slot = useRef<HTMLSpanElement>(null)
  // The menu stays mounted once it was open, so that it can close with its transition.
  const [menu, setMenu] = useState<'open' | 'closed'>()
  const [dialog, setDialog] = useState<Pick<Offer, 'label' | 'Dialog'>>()
  const offers = actions.flatMap(({ name }) => offer(name, record, isChangeable) ?? [])
  if (offers.length === 0) return <span className="row-slot" />
  const close = () => setMenu('closed')
  const open = ({ label, Dialog }: Offer) => {
    close()
    if (Dialog) void preloadBriefly(Dialog).then(() => setDialog({ label, Dialog }))
  }
  const name = translate('forms.action.of', { action: translate('forms.action.more'), name: recordName })
  return (
    <span ref={slot} className="row-slot">
      <RowButton
        tip={translate('forms.action.more')}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        onClick={() => setMenu('open')}
      >
        <MoreHoriz fontSize="small" />
      </RowButton>
      {menu && (
        <Menu
          open={menu === 'open'}
          anchorEl={() => slot.current!}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ list: { 'aria-label': name } }}
        >
          {offers.map(item => (
            <MenuItem
              key={item.name}
              {...item.link}
              aria-haspopup={item.Dialog && 'dialog'}
              onClick={() => open(item)}
            >
              <ListItemIcon>
                <item.Icon fontSize="small" />
              </ListItemIcon>
              <span>{item.label}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {dialog?.Dialog && (
        <LazyDialog label={dialog.label} component={dialog.Dialog} onClose={() => setDialog(undefined)}>
          <dialog.Dialog record={record} onClose={() => setDialog(undefined)} />
        </LazyDialog>
      )}
    </span>
  )
}
