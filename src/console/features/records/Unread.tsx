/** In place of a record that is not read: a placeholder while it loads, or why it cannot be read. */
import { Button, Card, Skeleton } from '@mui/material'
import { HttpError } from 'ra-core'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useTranslate } from '../../config'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'

interface UnreadProps {
  resource: CompiledResource
  error: unknown
  onRetry: () => void
}

export function Unread({ resource, error, onRetry }: UnreadProps) {
  const translate = useTranslate()
  if (!error) return <RecordSkeleton />
  if (!isGone(error)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      role="alert"
      title={translate('records.form.gone')}
      text={translate('records.form.goneHint')}
      action={
        <Button variant="contained" component={Link} to={resource.path}>
          {translate('records.form.back')}
        </Button>
      }
    />
  )
}

/** Whether the record was deleted or is out of the user's scope. */
export const isGone = (error: unknown): boolean => error instanceof HttpError && error.status === 404

const RecordSkeleton = () => (
  <Card aria-busy sx={{ p: 3 }}>
    {Array.from({ length: 5 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines differ in nothing else
      <Skeleton key={row} height={56} />
    ))}
  </Card>
)
