/**
 * The picture of a record, or the first letter of its name. Shown only if the server has pictures of this resource
 * (decision 8).
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

const PICTURE_FIELD = 'img'

export function Avatar(props: AvatarProps) {
  return picturesIn(props.record) ? <FetchedAvatar {...props} /> : <AvatarFromList {...props} />
}

/** A picture of our server, fetched for this row alone. Shows nothing if no row of the list has a picture. */
function FetchedAvatar({ resource, record, name }: AvatarProps) {
  const { data = [] } = useListContext<RaRecord>()
  const box = useRef<HTMLDivElement>(null)
  const picture = usePicture(resource, record, PICTURE_FIELD, box)
  const listHasPictures = [record, ...data].some(row => picturesIn(row)?.includes(PICTURE_FIELD))
  return listHasPictures ? <RoundAvatar picture={picture} name={name} ref={box} /> : null
}

/** A picture of a basic server (§7 only), which sends all pictures in one call; the list does not wait for them. */
function AvatarFromList({ resource, record, name }: AvatarProps) {
  const fleet = useDataProvider<Pictures>()
  const { data: images } = useQuery({
    queryKey: [resource, 'images'],
    queryFn: async ({ signal }) => (await fleet.images(resource, signal)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
  if (!images || images.size === 0) return null
  return <RoundAvatar picture={pictureSource(images.get(String(record.id)))} name={name} />
}

interface RoundProps {
  picture: string | undefined
  name: string
  ref?: Ref<HTMLDivElement>
}

const RoundAvatar = ({ picture, name, ref }: RoundProps) => (
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
