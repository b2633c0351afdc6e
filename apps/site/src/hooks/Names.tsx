import { useNames, useRegisterName } from '@foyer/ui/react'
import { useState } from 'react'
import { Box } from './Box.tsx'

/** The names of the account, and a new one. */
export function Names() {
  const { data: names = [], error, refetch } = useNames()
  const { error: refused, isPending, mutate } = useRegisterName()
  const [name, setName] = useState('')
  return (
    <Box title="Names" hooks="useNames useRegisterName" error={refused ?? error}>
      <ul>
        {names.map((one) => (
          <li key={one.name}>{one.name}</li>
        ))}
      </ul>
      <label>
        New name
        <input value={name} onChange={({ target }) => setName(target.value.trim())} />
      </label>
      <button
        type="button"
        disabled={isPending || name === ''}
        onClick={() => mutate({ name }, { onSuccess: () => void refetch() })}
      >
        Register
      </button>
    </Box>
  )
}
