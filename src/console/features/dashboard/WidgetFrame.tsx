/** The frame of a widget: its title, and what can be done with it (§2: collapse, expand, fullscreen, close). */
import Close from '@mui/icons-material/Close'
import Fullscreen from '@mui/icons-material/Fullscreen'
import FullscreenExit from '@mui/icons-material/FullscreenExit'
import UnfoldLess from '@mui/icons-material/UnfoldLess'
import UnfoldMore from '@mui/icons-material/UnfoldMore'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useWords } from '../../config'
import type { WidgetProps } from './widget'

interface Props extends WidgetProps {
  /** Beside the title. */
  aside?: ReactNode
  /** Buttons of the widget's own, before those of every widget. */
  actions?: ReactNode
  /** Given whether the widget fills the screen. */
  children: (full: boolean) => ReactNode
}

export function WidgetFrame({ widget, collapsed, onCollapse, onClose, aside, actions, children }: Props) {
  const translate = useTranslate()
  const name = useWords()(widget.title)
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number>()
  const full = room !== undefined

  const buttonFor = (label: string, icon: ReactNode, onClick: () => void, expanded?: boolean) => (
    <Tooltip title={translate(`dashboard.widget.${label}`)}>
      <IconButton
        size="small"
        aria-label={translate(`dashboard.widget.${label}Of`, { name })}
        aria-expanded={expanded}
        aria-controls={expanded ? `${id}body` : undefined}
        onClick={onClick}
        sx={{ '@media (pointer: coarse)': { width: 40, height: 40 } }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  )

  const head = (titleId: string, buttons: ReactNode) => (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, pl: { xs: 2, sm: 2.5 }, pr: 1 }}
    >
      <Typography id={titleId} variant="h2" sx={{ fontSize: 15 }}>
        {name}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0 }}>{aside}</Box>
      <Box sx={{ display: 'flex', flex: 'none' }}>
        {actions}
        {buttons}
      </Box>
    </Box>
  )

  return (
    <Card
      ref={card}
      component="section"
      aria-labelledby={`${id}title`}
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, height: collapsed ? 'auto' : '100%' }}
      style={full ? { minHeight: room } : undefined}
    >
      {head(
        `${id}title`,
        <>
          {collapsed
            ? buttonFor('expand', <UnfoldMore fontSize="small" />, () => onCollapse(false), false)
            : buttonFor('collapse', <UnfoldLess fontSize="small" />, () => onCollapse(true), true)}
          {buttonFor('fullscreen', <Fullscreen fontSize="small" />, () =>
            setRoom(card.current?.offsetHeight ?? 0),
          )}
          {buttonFor('close', <Close fontSize="small" />, onClose)}
        </>,
      )}
      {!collapsed && !full && (
        <Box
          id={`${id}body`}
          sx={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}
        >
          {children(false)}
        </Box>
      )}
      {full && (
        <Dialog fullScreen open onClose={() => setRoom(undefined)} aria-labelledby={`${id}fullTitle`}>
          {head(
            `${id}fullTitle`,
            buttonFor('exitFullscreen', <FullscreenExit fontSize="small" />, () => setRoom(undefined)),
          )}
          <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
            {children(true)}
          </Box>
        </Dialog>
      )}
    </Card>
  )
}
