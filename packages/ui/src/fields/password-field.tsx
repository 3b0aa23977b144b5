import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'icon'> {
  showLabel: string;
  hideLabel: string;
  /** `current-password` at login, `new-password` for a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button that shows the password. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton label={isShown ? hideLabel : showLabel} onPress={() => setShown(!isShown)}>
          <Icon className="size-5" aria-hidden />
        </IconButton>
      }
    />
  );
}
