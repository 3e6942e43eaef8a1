/** The link back from a page. After a link to the page, it goes back in the browser's history: the list is restored. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { hasWayBack } from '../recordPage'

interface BackLinkProps {
  /** The page above this one. */
  to: string
  /** The text, if the link leads there. */
  text: string
}

export function BackLink({ to, text }: BackLinkProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const isBack = hasWayBack(useLocation().state)
  const goBack = (event: MouseEvent) => {
    // With these keys, the browser opens the link in another tab or window.
    if (!isBack || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Button
      component={Link}
      to={to}
      onClick={goBack}
      color="inherit"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ ml: -1 }}
    >
      <span>{isBack ? translate('shell.wayBack') : text}</span>
    </Button>
  )
}
