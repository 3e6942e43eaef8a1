/** The picture of a record beside its name, where the server has pictures of this resource (decision 8); else its first letter. */
import { Avatar as MuiAvatar } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type DataProvider, useDataProvider } from 'ra-core'

/** What the provider has beside react-admin's methods: pictures by id, or nothing where the server has none. */
type Pictures = DataProvider & {
  images(resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined>
}

interface AvatarProps {
  resource: string
  id: string | number
  name: string
}

/** Only pictures: whatever else a record may hold is not followed. */
const PICTURE = /^(https?:\/\/|\/|data:image\/(png|jpeg|gif|webp);)/i

/** One call for the whole list. A list without pictures, or whose pictures do not come, is a list all the same. */
export function useImages(resource: string): Map<string, string> | undefined {
  const fleet = useDataProvider<Pictures>()
  const { data } = useQuery({
    queryKey: [resource, 'images'],
    queryFn: async ({ signal }) => (await fleet.images(resource, signal)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
  return data ?? undefined
}

export function Avatar({ resource, id, name }: AvatarProps) {
  const images = useImages(resource)
  if (!images || images.size === 0) return null
  const image = images.get(String(id))
  return (
    <MuiAvatar
      src={image && PICTURE.test(image) ? image : undefined}
      alt=""
      aria-hidden
      sx={{ width: 24, height: 24, fontSize: 12, bgcolor: 'action.selected', color: 'text.primary' }}
    >
      {[...name][0]}
    </MuiAvatar>
  )
}
