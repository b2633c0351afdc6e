import { renderFloor } from '../renderFloor.tsx'

const names = ['Bench Wallet', 'Other Wallet', 'Third Wallet', 'Fourth Wallet']

renderFloor({
  button: 'Connect',
  draw: () => (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  ),
})
