import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** Account fields with the autocomplete names password managers expect. */
export function NameField(props: TextInputProps) {
  return <TextInput label="Name" name="name" autoComplete="name" {...props} />
}

export function UsernameField(props: TextInputProps) {
  return (
    <TextInput label="Username" name="username" autoComplete="username" autoCapitalize="none" {...props} />
  )
}

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" name="email" type="email" autoComplete="email" {...props} />
}

/** Asked for again, so an unlocked phone isn't enough. */
export function CurrentPasswordField(props: PasswordInputProps) {
  return <PasswordInput label="Current password" autoComplete="current-password" {...props} />
}

export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      name="password"
      autoComplete="new-password"
      description="At least 6 characters"
      {...props}
    />
  )
}

export function ConfirmPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput label="Confirm password" name="confirmPassword" autoComplete="new-password" {...props} />
  )
}
