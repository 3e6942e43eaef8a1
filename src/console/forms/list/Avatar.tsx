/**
 * The picture of a record beside its name, or the first letter of its name, where the server has pictures of this
 * resource (decision 8).
 */
import { Avatar as MuiAvatar } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useListContext } from 'ra-core'
import { type Ref, useRef } from 'react'
import { type Pictures, pictureSource, picturesIn, usePicture } from '../picture'

interface AvatarProps {
  resource: string
  record: RaRecord
  name: string
}

const FIELD = 'img'

export function Avatar(props: AvatarProps) {
  return picturesIn(props.record) ? <OwnPicture {...props} /> : <PictureOfList {...props} />
}

/** Fetched for this row alone. No row has an avatar in a list without any picture. */
function OwnPicture({ resource, record, name }: AvatarProps) {
  const { data = [] } = useListContext<RaRecord>()
  const box = useRef<HTMLDivElement>(null)
  const picture = usePicture(resource, record, FIELD, box)
  const hasSome = [record, ...data].some(row => picturesIn(row)?.includes(FIELD))
  return hasSome ? <Round picture={picture} name={name} ref={box} /> : null
}

/** One call for the whole list, as §7 has it. The list is shown whether or not its pictures arrive. */
function PictureOfList({ resource, record, name }: AvatarProps) {
  const fleet = useDataProvider<Pictures>()
  const { data: images } = useQuery({
    queryKey: [resource, 'images'],
    queryFn: async ({ signal }) => (await fleet.images(resource, signal)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
  if (!images || images.size === 0) return null
  return <Round picture={pictureSource(images.get(String(record.id)))} name={name} />
}

interface RoundProps {
  picture: string | undefined
  name: string
  ref?: Ref<HTMLDivElement>
}

const Round = ({ picture, name, ref }: RoundProps) => (
  <MuiAvatar
    ref={ref}
    src={picture}
    alt=""
    aria-hidden
    sx={{
      width: 24,
      height: 24,
      fontSize: 12,
      fontWeight: 400,
      bgcolor: 'action.selected',
      color: 'text.primary',
    }}
  >
    {[...name][0]}
  </MuiAvatar>
)
