/**
 * The panel beside a list that shows one record: its name, its buttons, and the `Content` of its resource. On a narrow
 * screen it is a dialog, which fills the screen of a phone.
 */
import Close from '@mui/icons-material/Close'
import { Box, Card, Typography, useMediaQuery } from '@mui/material'
import { type RaRecord, useTranslate } from 'ra-core'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { CompiledAction, CompiledResource } from '../../../engine/compiled'
import type { PeekProps } from '../../feature'
import { usePageOfRow } from '../../pageOfRow'
import { FROM_HERE } from '../../recordPage'
import { TipButton } from '../../ui/controls/TipButton'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { TimeGroup } from '../../ui/time/TimeGroup'
import { ActionButton } from './ActionButton'
import { shownNameOf } from './FieldCell'

interface PeekPanelProps {
  resource: CompiledResource
  record: RaRecord
  actions: readonly CompiledAction[]
  /** Shows the record. Depends on the resource. */
  Content: ComponentType<PeekProps>
  onClose: () => void
}

/** In windows of at least this width, the table has enough room beside the panel. */
const BESIDE = '(min-width: 1100px)'

export default function Peek({ resource, record, actions, Content, onClose }: PeekPanelProps) {
  const translate = useTranslate()
  const isBeside = useMediaQuery(BESIDE, { noSsr: true })
  const name = shownNameOf(resource, record)
  const page = usePageOfRow()(resource, record)
  const title = page ? (
    <Box component={Link} to={page} state={FROM_HERE} sx={{ color: 'inherit', textUnderlineOffset: 4 }}>
      {name}
    </Box>
  ) : (
    name
  )
  const content = (
    <TimeGroup>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2, '&:empty': { display: 'none' } }}>
        {actions.map(action => (
          <ActionButton key={action.name} name={action.name} record={record} variant="outlined" />
        ))}
      </Box>
      <LazyPart key={record.id}>
        <Content resource={resource} record={record} />
      </LazyPart>
    </TimeGroup>
  )
  if (!isBeside)
    return (
      <DialogFrame title={name} maxWidth="sm" onClose={onClose} onCross={onClose}>
        {content}
      </DialogFrame>
    )
  return (
    <Card
      component="aside"
      aria-label={translate('forms.peek.label', { name })}
      sx={{
        flex: 'none',
        width: { xs: 400, xl: 480 },
        p: 2,
        overflowWrap: 'anywhere',
        [TALL_SCREEN]: { overflowY: 'auto' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        <TipButton label="ra.action.close" size="small" onClick={onClose}>
          <Close fontSize="small" />
        </TipButton>
      </Box>
      {content}
    </Card>
  )
}
