/** The frame of a widget: its title, and the buttons collapse, expand, fullscreen and close (§2). */
import Close from '@mui/icons-material/Close'
import Fullscreen from '@mui/icons-material/Fullscreen'
import FullscreenExit from '@mui/icons-material/FullscreenExit'
import UnfoldLess from '@mui/icons-material/UnfoldLess'
import UnfoldMore from '@mui/icons-material/UnfoldMore'
import { Box, Card, Dialog } from '@mui/material'

import { type AriaAttributes, type ReactNode, useId, useRef, useState } from 'react'
import type { CompiledWidget } from '../../../../engine/compiled'
import { useTranslate } from '../../../config'
import { TipButton } from '../../../ui/controls/TipButton'
import { CARD } from './styles'
import { useWidgets } from './useWidgets'
import { WidgetHeader } from './WidgetHeader'

export interface WidgetProps {
  /** From `useWidgets`: `collapsed` as the user has set it. */
  widget: CompiledWidget
  onClose: () => void
}

interface Props extends WidgetProps {
  /** Additional buttons, before those of every widget. */
  actions?: ReactNode
  /** Renders the body; `full` is true in fullscreen. */
  children: (full: boolean) => ReactNode
}

const BODY = { flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' } as const

export function WidgetFrame({ widget, onClose, actions, children }: Props) {
  const { name, collapsed } = widget
  const translate = useTranslate()
  const title = translate(widget.title)
  const { arrangement, setArrangement } = useWidgets()
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  // Set in fullscreen, where the card on the page keeps its height.
  const [heightOnPage, setHeightOnPage] = useState<number>()
  const full = heightOnPage !== undefined
  const leaveFullscreen = () => setHeightOnPage(undefined)

  const button = (action: string, icon: typeof Close, onClick: () => void, aria?: AriaAttributes) => (
    <WidgetButton
      tooltip={translate(`dashboard.widget.${action}`)}
      label={translate(`dashboard.widget.${action}Of`, { name: title })}
      icon={icon}
      onClick={onClick}
      {...aria}
    />
  )

  return (
    <Card
      ref={card}
      component="section"
      aria-labelledby={`${id}title`}
      sx={{ ...CARD, height: collapsed ? 'auto' : '100%' }}
      style={full ? { minHeight: heightOnPage } : undefined}
    >
      <WidgetHeader title={title} titleId={`${id}title`} draggable>
        {actions}
        {button(
          collapsed ? 'expand' : 'collapse',
          collapsed ? UnfoldMore : UnfoldLess,
          () =>
            setArrangement({
              ...arrangement,
              collapsed: { ...arrangement.collapsed, [name]: !collapsed },
            }),
          { 'aria-expanded': !collapsed, 'aria-controls': `${id}body` },
        )}
        {button('fullscreen', Fullscreen, () => setHeightOnPage(card.current?.offsetHeight ?? 0))}
        {button('close', Close, onClose)}
      </WidgetHeader>
      {!collapsed && !full && (
        <Box id={`${id}body`} sx={BODY}>
          {children(false)}
        </Box>
      )}
      {full && (
        <Dialog fullScreen open onClose={leaveFullscreen} aria-labelledby={`${id}fullTitle`}>
          <WidgetHeader title={title} titleId={`${id}fullTitle`}>
            {actions}
            {button('exitFullscreen', FullscreenExit, leaveFullscreen)}
          </WidgetHeader>
          <Box sx={{ ...BODY, overflow: 'auto' }}>{children(true)}</Box>
        </Dialog>
      )}
    </Card>
  )
}

interface ButtonProps extends AriaAttributes {
  /** The accessible name. */
  label: string
  tooltip?: string
  icon: typeof Close
  onClick: () => void
}

/** A button of a widget's header. */
export function WidgetButton({ label, tooltip = label, icon: Icon, ...button }: ButtonProps) {
  return (
    <TipButton
      label={tooltip}
      size="small"
      aria-label={label}
      sx={{ '@media (pointer: coarse)': { width: 40, height: 40 } }}
      {...button}
    >
      <Icon fontSize="small" />
    </TipButton>
  )
}
