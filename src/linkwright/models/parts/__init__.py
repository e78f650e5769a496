"""What several models are made of: frames and ways between them, composite bodies, columns of parameters. No models."""
