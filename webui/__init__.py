"""The command line and the dashboard: where the parts are put together."""
